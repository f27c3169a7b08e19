package main

import (
	"bytes"
	"fmt"
	"path/filepath"
)

// macLayout packs what pkgbuild needs on a Mac: the files at their places, both
// programs, and a script with the commands that need Apple's tools.
func (r *release) macLayout() error {
	var list []entry
	for _, t := range r.targets {
		if t.os == "darwin" {
			list = append(list, entry{"programs/pulltab-" + t.arch, 0o755, r.programFile(t), nil})
		}
	}
	if len(list) == 0 {
		return nil
	}
	host := func(family string) string { return filepath.Join(r.root, "manifests/host", family+".json") }
	registrations := map[string]string{"Google/Chrome": "chromium", "Microsoft/Edge": "chromium", "Application Support/Chromium": "chromium", "Application Support/Mozilla": "firefox"}
	for _, folder := range []string{"Google/Chrome", "Microsoft/Edge", "Application Support/Chromium", "Application Support/Mozilla"} {
		text, err := entry{from: host(registrations[folder])}.content()
		if err != nil {
			return err
		}
		list = append(list, entry{"root/Library/" + folder + "/NativeMessagingHosts/io.pulltab.host.json", 0o644, "", macProgram(text)})
	}
	list = append(list,
		entry{"root/usr/local/share/man/man1/pulltab.1", 0o644, filepath.Join(r.work, "pulltab.1"), nil},
		entry{"root/usr/local/share/doc/pulltab/THIRD_PARTY_LICENSES", 0o644, filepath.Join(r.root, "THIRD_PARTY_LICENSES"), nil},
		entry{"build.sh", 0o755, "", []byte(fmt.Sprintf(macBuild, r.version))})
	return writeTar(filepath.Join(r.out, "pulltab-"+r.version+"-macos-pkg.tar.gz"), list, r.time)
}

const macBuild = `#!/bin/sh
# Builds, signs and notarises the package; runs on macOS with Xcode's tools.
# Usage: APP_ID="Developer ID Application: …" INSTALLER_ID="Developer ID Installer: …" PROFILE=notary ./build.sh
set -eu
version=%s
mkdir -p root/usr/local/bin
lipo -create -output root/usr/local/bin/pulltab programs/pulltab-amd64 programs/pulltab-arm64
codesign --force --options runtime --timestamp --sign "$APP_ID" root/usr/local/bin/pulltab
pkgbuild --root root --identifier io.pulltab.host --version "$version" --install-location / --sign "$INSTALLER_ID" "pulltab-$version.pkg"
xcrun notarytool submit "pulltab-$version.pkg" --keychain-profile "$PROFILE" --wait
xcrun stapler staple "pulltab-$version.pkg"
`

// macProgram returns a registration with the path of the program on macOS.
func macProgram(registration []byte) []byte {
	return bytes.ReplaceAll(registration, []byte(`"/usr/bin/pulltab"`), []byte(`"/usr/local/bin/pulltab"`))
}
