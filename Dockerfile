# Server and terminal client in an image with nothing else in it: no shell, no package manager, no root. deploy/README.md says how to
# run it, deploy/compose.yaml runs it.

FROM debian:bookworm-slim AS build
# The mounts need BuildKit; this first one says so at once to a builder without it, which deploy/README.md speaks of.
RUN --mount=type=cache,target=/var/lib/apt/lists,sharing=locked \
    apt-get update \
 && apt-get install -y --no-install-recommends \
      ca-certificates g++ cmake ninja-build ccache pkg-config libboost1.81-dev protobuf-compiler libprotobuf-dev libspdlog-dev libfmt-dev libmimalloc-dev \
      libsqlite3-dev libcli11-dev nlohmann-json3-dev libexpected-dev libsodium-dev libutf8proc-dev libssl-dev prometheus-cpp-dev \
      libncurses-dev ncurses-base
WORKDIR /source
COPY . .
# The next build compiles only what has changed; a builder without such a cache compiles all. The same source gives the same cache entry as
# in a checkout that deploy/prepare builds, so that a cache from there serves here.
RUN --mount=type=cache,target=/ccache \
    export CCACHE_DIR=/ccache CCACHE_BASEDIR=/source CCACHE_NOHASHDIR=1 LANG=C.UTF-8 \
 && cmake --preset release -DATHANOR_TESTS=OFF \
 && cmake --build --preset release --target athanor-server athanor

# The programs, the libraries they load, what TLS and a terminal need, and the one folder that is written to.
RUN set -eu; \
    mkdir -p /image/usr/bin /image/etc/ssl/certs /image/lib; \
    install -d -m 700 /owned/data; \
    install --strip build/release/bin/athanor-server build/release/bin/athanor /image/usr/bin; \
    for library in $(ldd /image/usr/bin/* | grep -o '/lib[^ ]*' | sort -u); do cp -L --parents "$library" /image; done; \
    cp -L /etc/ssl/certs/ca-certificates.crt /image/etc/ssl/certs/; \
    cp -r /lib/terminfo /image/lib/; \
    echo 'athanor:x:8400:8400::/data:/nonexistent' > /image/etc/passwd; \
    echo 'athanor:x:8400:' > /image/etc/group

FROM scratch
COPY --from=build /image /
COPY --from=build --chown=8400:8400 /owned /
USER 8400:8400
# SQLite puts aside what it sorts in the data folder too, so the rest may be read-only.
ENV PATH=/usr/bin LANG=C.UTF-8 ATHANOR_LISTEN=0.0.0.0:8400 ATHANOR_DATA=/data SQLITE_TMPDIR=/data
VOLUME /data
EXPOSE 8400
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s CMD ["athanor-server", "healthcheck"]
ENTRYPOINT ["athanor-server"]
