# The released static binary, and nothing else: `docker run --rm -i -v "$PWD":/pages:ro IMAGE mcp --root /pages`.
# dist/ARCHITECTURE holds what an archive of a release holds; see .github/workflows/release.yml.
FROM gcr.io/distroless/static-debian13:nonroot
ARG TARGETARCH
COPY dist/${TARGETARCH}/stillpage /usr/bin/stillpage
WORKDIR /pages
ENTRYPOINT ["/usr/bin/stillpage"]
