package main

import "pulltab/internal/hostmanifest"

// uninstallCommand undoes install.
type uninstallCommand struct {
	Browser []string `placeholder:"NAME" help:"Only this browser; may be repeated."`
	JSON    bool     `name:"json" help:"Print JSON."`
}

// Help shows how it is used.
func (uninstallCommand) Help() string {
	return `Example:

  pulltab uninstall`
}

// Run removes registrations, and says for each browser what it did.
func (c uninstallCommand) Run(std streams) error {
	m, err := thisMachine()
	if err != nil {
		return err
	}
	places := hostmanifest.Places(m.system)
	if len(c.Browser) > 0 {
		if places, err = m.choose(c.Browser); err != nil {
			return err
		}
	}
	results, err := m.uninstall(places, len(c.Browser) == 0)
	if err != nil {
		return err
	}
	if len(results) == 0 && !c.JSON {
		_, err := std.out.Write([]byte("nothing was registered\n"))
		return err
	}
	return reportRegistered(std, results, c.JSON)
}

// uninstall removes the registrations of places, and with everything also
// what install made besides them. It returns those that there were.
func (m machine) uninstall(places []hostmanifest.Place, everything bool) ([]registered, error) {
	d, err := openDisk(m.config)
	if err != nil {
		return nil, err
	}
	var results []registered
	for _, p := range places {
		if r := m.unregister(d, p); r.State != "unchanged" {
			results = append(results, r)
		}
	}
	if everything {
		return results, d.forget()
	}
	return results, nil
}
