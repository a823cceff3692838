#!/bin/sh
# Records pages of the corpus as Chromium measures them, for tests that replay them without one:
#   FONTCONFIG_FILE=scripts/fonts.conf scripts/record_captures.sh [PAGE...]
# writes corpus/pages/PAGE/capture.json.gz, for those that have one if no page is named.
set -eu
cd "$(dirname "$0")/.."
binary=${STILLPAGE:-target/debug/stillpage}
[ $# -gt 0 ] || set -- $(find corpus/pages -name capture.json.gz -printf '%h\n' | xargs -n1 basename | sort)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
for page; do
    "$binary" capture "corpus/pages/$page/page.html" -o "$scratch/page.json"
    # Where the repository lies says nothing about the page.
    sed "s#file://$PWD/#https://corpus.example/#g" "$scratch/page.json" | gzip -9n >"corpus/pages/$page/capture.json.gz"
done
