#!/bin/sh
# Runs a command in a container of the image as deploy/compose.yaml does: on a root file system that is read-only, as the
# user 10001, without capabilities. In a mount namespace of its own (unshare --mount).
# image.sh ROOT NAME=VALUE… COMMAND…
set -e
root=$1
shift
mount --bind "$root" "$root"
mount -o remount,ro,bind "$root"
mount -t proc proc "$root/proc"
mount -t tmpfs tmpfs "$root/tmp"
mount --bind /dev "$root/dev"
exec chroot --groups= --userspec=10001:10001 "$root" /usr/bin/setpriv --no-new-privs \
  /usr/bin/env -i --chdir=/app PATH=/usr/local/bin:/usr/bin:/bin "$@"
