#!/bin/sh
# Installs the released binary of stillpage for this machine, after its checksum was compared.
#
# STILLPAGE_VERSION: the release, such as v0.1.0 (latest). STILLPAGE_BIN: the folder for the binary ($HOME/.local/bin).
# STILLPAGE_RELEASES: where releases are; a folder on this machine will do.
set -eu

fail() {
    printf 'stillpage: %s\n' "$1" >&2
    exit 1
}

# A minimal system has one of them or none.
download() {
    if command -v curl >/dev/null; then
        curl --proto '=https' --tlsv1.2 -fsSL "$1" -o "$2"
    elif command -v wget >/dev/null; then
        wget --https-only -qO "$2" "$1"
    else
        fail 'install curl or wget, then run this again'
    fi
}

version=${STILLPAGE_VERSION:-latest}
folder=${STILLPAGE_BIN:-$HOME/.local/bin}
repository=${GITHUB_REPOSITORY_OF_STILLPAGE:-stillpage/stillpage}
releases=${STILLPAGE_RELEASES:-${GITHUB_SERVER_URL:-https://github.com}/$repository/releases}

case $(uname -s) in
Linux)
    system=unknown-linux-musl
    ;;
Darwin)
    system=apple-darwin
    ;;
*) fail "no binary for $(uname -s): use install.ps1 on Windows, or \`cargo install stillpage\`" ;;
esac
case $(uname -m) in
x86_64 | amd64) machine=x86_64 ;;
arm64 | aarch64) machine=aarch64 ;;
*) fail "no binary for $(uname -m): \`cargo install stillpage\` builds one" ;;
esac
archive=stillpage-$machine-$system.tar.gz

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
case $version in
latest) from=$releases/latest/download ;;
*) from=$releases/download/$version ;;
esac
for file in "$archive" "$archive.sha256"; do
    case $from in
    http*) download "$from/$file" "$work/$file" || fail "cannot be downloaded: $from/$file" ;;
    *) cp "$from/$file" "$work/$file" || fail "not found: $from/$file" ;;
    esac
done
if command -v sha256sum >/dev/null; then check='sha256sum -c'; else check='shasum -a 256 -c'; fi
(cd "$work" && $check "$archive.sha256" >/dev/null) || fail "$archive is not what its checksum says; nothing was installed"
tar -xzf "$work/$archive" -C "$work"
mkdir -p "$folder"
mv "$work/stillpage" "$folder/stillpage"
"$folder/stillpage" --version
case :$PATH: in
*":$folder:"*) ;;
*) printf 'Add %s to PATH to run it by its name.\n' "$folder" ;;
esac
