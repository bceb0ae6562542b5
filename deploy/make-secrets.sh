#!/bin/sh
# Makes the secrets of deploy/compose.yaml in deploy/secrets, once. A file that is there is left as it is.
set -eu
umask 077

folder=$(dirname "$0")/secrets
mkdir -p "$folder"
cd "$folder"

# Reads a secret from the standard input.
keep() {
  cat >"$1.new"
  chmod 440 "$1.new"
  mv "$1.new" "$1"
}

[ -s master-key ] || openssl rand -base64 32 | keep master-key
[ -s database-password ] || openssl rand -hex 24 | keep database-password
[ -s database-url ] ||
  echo "postgres://gatehouse:$(cat database-password)@database:5432/gatehouse" | keep database-url
# The server has a role of its own, so that it does not own the tables.
[ -s server-password ] || openssl rand -hex 24 | keep server-password
[ -s server-url ] ||
  echo "postgres://gatehouse_server:$(cat server-password)@database:5432/gatehouse" | keep server-url
if [ ! -s smtp-url ]; then
  printf 'Mail server (smtp://user:password@host:587 or smtps://…): ' >&2
  IFS= read -r url
  case $url in
    smtp://?* | smtps://?*) echo "$url" | keep smtp-url ;;
    *)
      echo 'It must start with smtp:// or smtps://.' >&2
      exit 1
      ;;
  esac
fi

echo "The secrets are in $(pwd). Keep a copy of master-key apart from the database: without it nobody can sign in."
