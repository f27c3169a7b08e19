package install

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"pulltab/internal/hostmanifest"
)

// registration reads the registration as the browser does, the user's before one
// for all users, and returns the path of its program, or a finding.
func (d *diagnosis) registration() (program string, bad *Finding) {
	program, bad = d.readOwn()
	if bad == nil || bad.State != "missing" {
		return program, bad
	}
	for _, shared := range d.place.ForAllUsers() {
		s := diagnosis{Machine: d.Machine, place: shared, file: d.fileOf(shared)}
		program, other := s.readOwn()
		if other != nil && other.State == "missing" {
			continue
		}
		*d = s
		return program, other
	}
	return "", bad
}

// readOwn reads the registration at d.place.
func (d *diagnosis) readOwn() (program string, bad *Finding) {
	name := d.place.Name()
	wrong := func(state, says, do string) (string, *Finding) {
		f := d.problem(state, says, do)
		return "", &f
	}
	missing := name + " has no registration of Pulltab."
	if keys := d.place.RegistryKeys(); len(keys) > 0 && d.Registry != nil {
		for i, key := range keys {
			named, found, err := d.Registry.Get(key)
			switch {
			case err != nil:
				return wrong("unreadable", fmt.Sprintf("%s's registration cannot be read: %v.", name, err), "Check the permissions of "+key+".")
			case !found:
				return wrong("missing", missing, d.reinstall())
			case i == 0:
				d.file = named
			}
		}
		missing = fmt.Sprintf("%s's registration names %s, which does not exist on this computer.", name, d.file)
	}
	text, err := readRegistration(d.file)
	switch {
	case errors.Is(err, fs.ErrNotExist) && isLink(d.file):
		return wrong("unsafe", name+"'s registration is a link to a file that does not exist.", "Remove "+d.file+" and run: pulltab install")
	case errors.Is(err, fs.ErrNotExist):
		return wrong("missing", missing, d.reinstall())
	case errors.Is(err, errWritable) && d.foreign():
		return wrong("foreign", name+"'s registration belongs to another user of this computer.", "Remove "+d.file+" and run: pulltab install")
	case errors.Is(err, errWritable):
		return wrong("unsafe", name+"'s registration can be changed by other users.", "Run: chmod go-w '"+d.file+"'")
	case errors.Is(err, errNoFile):
		return wrong("unsafe", name+"'s registration is not a file.", "Remove "+d.file+" and run: pulltab install")
	case err != nil:
		return wrong("unreadable", fmt.Sprintf("%s's registration cannot be read: %v.", name, err), "Check the permissions of "+d.file+".")
	}
	d.manifest, err = hostmanifest.Read(d.place.Family, text)
	remedy := d.reinstall()
	switch {
	case d.place.AllUsers:
		remedy = "Ask the administrator to run: pulltab install --system"
	case d.foreign():
		remedy = "The file belongs to another user: run: sudo rm '" + d.file + "' && pulltab install"
	case isLink(d.file):
		remedy = "The file is a link: remove " + d.file + " and run: pulltab install"
	}
	switch {
	case err != nil:
		return wrong("refused", fmt.Sprintf("%s rejects the registration: %v.", name, err), remedy)
	case filepath.IsAbs(d.manifest.Path):
		return d.manifest.Path, nil
	case d.System == "windows":
		return filepath.Join(filepath.Dir(d.file), d.manifest.Path), nil
	}
	return wrong("refused", name+" rejects the registration: the program's path is not absolute.", remedy)
}

// foreign reports whether the registration, which the user should own, belongs to
// another one, for example after sudo pulltab install.
func (d diagnosis) foreign() bool {
	info, err := os.Lstat(d.file)
	return err == nil && !d.place.AllUsers && d.Owns != nil && !d.Owns(info)
}

// sameContent reports whether two files have the same content.
func sameContent(a, b string) bool {
	left, err := os.ReadFile(a)
	if err != nil {
		return false
	}
	right, err := os.ReadFile(b)
	return err == nil && bytes.Equal(left, right)
}
