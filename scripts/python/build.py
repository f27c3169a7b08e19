"""Writes the wheels of the Python package: the package's files and one program each.

A wheel is a ZIP archive with three files of metadata (PEP 427), so the standard
library is enough, and nothing is downloaded. Equal input gives equal bytes.

    python3 scripts/python/build.py --version 0.1.0 --out dist bin/pulltab=linux/amd64 …
"""

import argparse
import base64
import hashlib
import pathlib
import tomllib
import zipfile

ROOT = pathlib.Path(__file__).parent

# The program is static, so it runs with both C libraries of Linux.
TAGS = {
    "linux/amd64": "manylinux_2_17_x86_64.manylinux2014_x86_64.musllinux_1_1_x86_64",
    "linux/arm64": "manylinux_2_17_aarch64.manylinux2014_aarch64.musllinux_1_1_aarch64",
    "darwin/amd64": "macosx_12_0_x86_64",
    "darwin/arm64": "macosx_12_0_arm64",
    "windows/amd64": "win_amd64",
    "windows/arm64": "win_arm64",
}


def metadata(version):
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    head = [
        "Metadata-Version: 2.4",
        f"Name: {project['name']}",
        f"Version: {version}",
        f"Summary: {project['description']}",
        f"License-Expression: {project['license']}",
        f"Requires-Python: {project['requires-python']}",
        f"Keywords: {','.join(project['keywords'])}",
        "Description-Content-Type: text/markdown",
    ]
    return "\n".join(head) + "\n\n" + (ROOT / "README.md").read_text()


def wheel_file(platform):
    tags = "".join(f"Tag: py3-none-{tag}\n" for tag in TAGS[platform].split("."))
    return f"Wheel-Version: 1.0\nGenerator: pulltab\nRoot-Is-Purelib: false\n{tags}"


def contents(program, platform, version):
    """Yields name, bytes and mode of each file of a wheel."""
    source = ROOT / "src"
    for file in sorted(source.rglob("*")):
        if file.is_file() and file.suffix in (".py", ".typed"):
            yield file.relative_to(source).as_posix(), file.read_bytes(), 0o644
    suffix = ".exe" if platform.startswith("windows/") else ""
    yield f"pulltab/bin/pulltab{suffix}", pathlib.Path(program).read_bytes(), 0o755
    info = f"pulltab-{version}.dist-info"
    yield f"{info}/METADATA", metadata(version).encode(), 0o644
    yield f"{info}/WHEEL", wheel_file(platform).encode(), 0o644
    yield f"{info}/entry_points.txt", b"[console_scripts]\npulltab = pulltab.__main__:main\n", 0o644
    for name in ("LICENSE", "THIRD_PARTY_LICENSES"):
        yield f"{info}/licenses/{name}", (ROOT.parent.parent / name).read_bytes(), 0o644


def write(program, platform, version, out):
    """Writes one wheel and returns its path."""
    path = pathlib.Path(out) / f"pulltab-{version}-py3-none-{TAGS[platform]}.whl"
    path.parent.mkdir(parents=True, exist_ok=True)
    record = []
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:

        def add(name, data, mode):
            entry = zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))
            entry.external_attr = (0o100000 | mode) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3  # Unix, whose modes these are
            archive.writestr(entry, data)

        for name, data, mode in contents(program, platform, version):
            add(name, data, mode)
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            record.append(f"{name},sha256={digest},{len(data)}\n")
        name = f"pulltab-{version}.dist-info/RECORD"
        add(name, "".join([*record, f"{name},,\n"]).encode(), 0o644)
    return path


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--version", required=True)
    parser.add_argument("--out", default="dist")
    parser.add_argument("programs", nargs="+", metavar="PROGRAM=OS/ARCH")
    arguments = parser.parse_args()
    for pair in arguments.programs:
        program, _, platform = pair.rpartition("=")
        print(write(program, platform, arguments.version, arguments.out))


if __name__ == "__main__":
    main()
