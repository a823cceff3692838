#!/usr/bin/env bash
# The work of action.yml: runs COMMAND on PATHS, writes reports into REPORT, and tells GitHub of what was found.
set -euo pipefail
read -ra paths <<<"${PATHS?names no page}"
read -ra arguments <<<"${ARGUMENTS-}"
mkdir -p "$REPORT"
text=$REPORT/result.txt

# Each trace is answered by itself: the command takes one recording.
trace() {
    local path worst=0 code
    shopt -s globstar nullglob
    # shellcheck disable=SC2068 # globs are to be expanded here
    for path in ${paths[@]}; do
        code=0
        printf '# %s\n' "$path"
        stillpage trace "$path" --failed --html "$REPORT/$(tr -c 'A-Za-z0-9.\n' - <<<"${path%.zip}").html" "${arguments[@]}" || code=$?
        [ "$code" -le "$worst" ] || worst=$code
    done
    return "$worst"
}

code=0
case $COMMAND in
audit)
    stillpage audit "${paths[@]}" --github --sarif "$REPORT/audit.sarif" "${arguments[@]}" >"$text" || code=$?
    stillpage audit "${paths[@]}" --format html -o "$REPORT/audit.html" "${arguments[@]}" >/dev/null || true
    ;;
test) stillpage test "${paths[@]}" --github --junit "$REPORT/test.xml" --html "$REPORT/test.html" "${arguments[@]}" >"$text" || code=$? ;;
trace) trace >"$text" || code=$? ;;
review) stillpage review "${paths[@]}" --github --markdown "$REPORT/review.md" "${arguments[@]}" >"$text" || code=$? ;;
*)
    read -ra words <<<"$COMMAND"
    stillpage "${words[@]}" "${paths[@]}" "${arguments[@]}" >"$text" || code=$?
    ;;
esac

cat "$text"
# Where a command prints annotations, they name the lines.
if [ "$code" -ne 0 ] && ! grep -q '^::error ' "$text"; then
    # The first line that says something, as an annotation of the run; % and line ends are how the format escapes.
    first=$(grep -m 1 . "$text" || true)
    printf '::error title=stillpage %s::%s\n' "$COMMAND" "${first//%/%25}"
fi
if [ -f "$REPORT/review.md" ]; then
    cat "$REPORT/review.md"
else
    printf '### stillpage %s\n\n~~~text\n' "$COMMAND"
    head -c 60000 "$text"
    printf '\n~~~\n'
fi >"$REPORT/comment.md"
cat "$REPORT/comment.md" >>"${GITHUB_STEP_SUMMARY:-/dev/null}"
echo "exit-code=$code" >>"${GITHUB_OUTPUT:-/dev/null}"
