#!/bin/sh
# Makes the OpenPGP keys of this folder anew with gpg, and lists in vectors.json what gpg says about each.
# The keys protect nothing and are here to be read by tests.
set -eu
cd "$(dirname "$0")"
rm -f -- *.asc *.gpg vectors.json
GNUPGHOME=$(mktemp -d)
export GNUPGHOME
trap 'gpgconf --kill all; rm -rf "$GNUPGHOME"' EXIT
passphrase='pä55 phrase'
entries="$GNUPGHOME/entries"

# The keys are dated long ago, so that they are not from the future anywhere.
quiet_gpg() {
  gpg --faked-system-time 20200101T000000 --batch --quiet --no-tty --pinentry-mode loopback --passphrase "$current" "$@" 2> "$GNUPGHOME/log" || { cat "$GNUPGHOME/log"; exit 1; }
}

# make <name> <user> <passphrase> <algorithm> <usage of a subkey's algorithm> <expiry>
make() {
  current=$3
  quiet_gpg --quick-generate-key "$2" "$4" sign "$6"
  fingerprint=$(gpg --batch --with-colons --list-keys "=$2" | awk -F: '$1 == "fpr" { print $10; exit }')
  [ -z "$5" ] || quiet_gpg --quick-add-key "$fingerprint" "$5" encrypt never
  quiet_gpg --armor --export-secret-keys "$fingerprint" > "$1.asc"
  list "$1.asc" "$2" "$3" true
}

list() {
  printf '{"file":"%s","fingerprint":"%s","user":"%s","passphrase":"%s","private":%s},\n' "$1" "$fingerprint" "$2" "$3" "$4" >> "$entries"
}

make rsa2048 'Ada Lovelace <ada@example.com>' '' rsa2048 rsa2048 never
make rsa2048-encrypted 'Grace Hopper <grace@example.com>' "$passphrase" rsa2048 rsa2048 never
make curve25519-encrypted 'José Müller <jose@example.com>' "$passphrase" ed25519 cv25519 never
make nistp256 'nistp256' '' nistp256 nistp256 never
make expired 'Old Key <old@example.com>' '' ed25519 '' seconds=1

current=$passphrase
fingerprint=$(gpg --batch --with-colons --list-keys '=José Müller <jose@example.com>' | awk -F: '$1 == "fpr" { print $10; exit }')
quiet_gpg --export "$fingerprint" > public.gpg
list public.gpg 'José Müller <jose@example.com>' '' false
quiet_gpg --export-secret-keys "$fingerprint" > binary.gpg
list binary.gpg 'José Müller <jose@example.com>' "$passphrase" true

# Without their entry in the list: what is answered by a refusal.
quiet_gpg --armor --export-secret-subkeys "$fingerprint" > offline-primary.refused.asc
mv expired.asc expired.refused.asc

{ echo '['; grep -v '"expired.asc"' "$entries" | sed '$s/,$//'; echo ']'; } > vectors.json
