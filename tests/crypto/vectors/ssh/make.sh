#!/bin/sh
# Makes the key files of this folder anew, with ssh-keygen, openssl and puttygen (0.77 or later), and lists in
# vectors.json what ssh-keygen says about each. The keys protect nothing and are here to be read by tests.
set -eu
cd "$(dirname "$0")"
rm -f -- *.key *.ppk vectors.json
passphrase='pä55 phrase'
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
printf %s "$passphrase" > "$work/passphrase"
: > "$work/empty"
entries="$work/entries"

# list <file> <base key> <passphrase> <format> <comment, as far as the format keeps it>
list() {
  sha256=$(ssh-keygen -l -E sha256 -f "$work/$2.pub")
  bits=${sha256%% *}
  print256=$(echo "$sha256" | cut -d' ' -f2)
  md5=$(ssh-keygen -l -E md5 -f "$work/$2.pub" | cut -d' ' -f2)
  public=$(cut -d' ' -f1,2 "$work/$2.pub")
  printf '{"file":"%s","key":"%s","format":"%s","passphrase":"%s","comment":"%s","bits":%s,"sha256":"%s","md5":"%s","public":"%s"},\n' \
    "$1" "$2" "$4" "$3" "$5" "$bits" "$print256" "$md5" "$public" >> "$entries"
}

for spec in rsa-1024 rsa-2048 rsa-3072 dsa-1024 ecdsa-256 ecdsa-384 ecdsa-521 ed25519-256; do
  type=${spec%-*}
  base="$work/$spec"
  comment="$spec of José"
  ssh-keygen -q -t "$type" -b "${spec#*-}" -N '' -C "$comment" -f "$base"

  cp "$base" "$spec.openssh.key"
  list "$spec.openssh.key" "$spec" '' openssh "$comment"
  cp "$base" "$spec.openssh-encrypted.key"
  ssh-keygen -q -p -P '' -N "$passphrase" -f "$spec.openssh-encrypted.key"
  list "$spec.openssh-encrypted.key" "$spec" "$passphrase" openssh "$comment"

  for version in 2 3; do
    puttygen "$base" -O private --ppk-param version=$version -o "$spec.v$version.ppk"
    list "$spec.v$version.ppk" "$spec" '' putty "$comment"
    puttygen "$base" -O private --ppk-param version=$version,passes=3 --new-passphrase "$work/passphrase" -o "$spec.v$version-encrypted.ppk"
    list "$spec.v$version-encrypted.ppk" "$spec" "$passphrase" putty "$comment"
  done
done

for kdf in argon2i argon2d; do
  puttygen "$work/ed25519-256" -O private --ppk-param kdf=$kdf,passes=3 --new-passphrase "$work/passphrase" -o "$kdf.ppk"
  list "$kdf.ppk" ed25519-256 "$passphrase" putty 'ed25519-256 of José'
done

for cipher in aes256-gcm@openssh.com aes128-gcm@openssh.com chacha20-poly1305@openssh.com aes256-cbc aes192-ctr aes128-cbc 3des-cbc; do
  file="$cipher.key"
  cp "$work/ed25519-256" "$file"
  ssh-keygen -q -p -P '' -N "$passphrase" -Z "$cipher" -f "$file"
  list "$file" ed25519-256 "$passphrase" openssh 'ed25519-256 of José'
done

for spec in rsa-2048 dsa-1024 ecdsa-256 ecdsa-521; do
  cp "$work/$spec" "$work/pem"
  ssh-keygen -q -p -P '' -N '' -m PEM -f "$work/pem"
  cp "$work/pem" "$spec.pem.key"
  list "$spec.pem.key" "$spec" '' pem ''
  openssl pkcs8 -topk8 -nocrypt -in "$work/pem" -out "$spec.pkcs8.key"
  list "$spec.pkcs8.key" "$spec" '' pkcs8 ''
  openssl pkcs8 -topk8 -in "$work/pem" -passout "file:$work/passphrase" -out "$spec.pkcs8-encrypted.key"
  list "$spec.pkcs8-encrypted.key" "$spec" "$passphrase" pkcs8 ''
done

cp "$work/rsa-1024" "$work/pem"
ssh-keygen -q -p -P '' -N '' -m PEM -f "$work/pem"
for cipher in aes128 aes192 aes256 des3; do
  openssl rsa -traditional "-$cipher" -in "$work/pem" -passout "file:$work/passphrase" -out "pem-$cipher.key" 2> "$work/log"
  list "pem-$cipher.key" rsa-1024 "$passphrase" pem ''
done
for variant in 'pkcs8-aes128.key -v2 aes-128-cbc' 'pkcs8-des3.key -v2 des3' 'pkcs8-sha512.key -v2 aes-256-cbc -v2prf hmacWithSHA512 -iter 10000' \
  'pkcs8-sha1.key -v2 aes-256-cbc -v2prf hmacWithSHA1' 'pkcs8-scrypt.key -scrypt' 'pkcs8-pbe-des3.key -v1 PBE-SHA1-3DES'; do
  # shellcheck disable=SC2086
  set -- $variant
  file=$1
  shift
  openssl pkcs8 -topk8 -in "$work/pem" -passout "file:$work/passphrase" -out "$file" "$@"
  list "$file" rsa-1024 "$passphrase" pkcs8 ''
done

# No entry in the list: these are answered by a refusal.
openssl genpkey -algorithm ed448 -out ed448.refused.key
openssl ecparam -name secp256k1 -genkey -out secp256k1.refused.key
openssl pkcs8 -topk8 -provider legacy -provider default -v1 PBE-MD5-DES -in "$work/pem" -passout "file:$work/passphrase" -out pkcs8-des.refused.key
openssl rsa -provider legacy -provider default -traditional -des -in "$work/pem" -passout "file:$work/passphrase" -out pem-des.refused.key 2> "$work/log"
openssl genpkey -algorithm rsa -pkeyopt rsa_keygen_bits:512 -out rsa-512.refused.key 2> "$work/log"

# These ask for more key derivation than is granted.
costly() {
  file=$1
  shift
  openssl pkcs8 -topk8 -in "$work/pem" -passout "file:$work/passphrase" -out "$file" "$@"
}
costly pbkdf2.costly.key -iter 6000000
costly pbe-des3.costly.key -v1 PBE-SHA1-3DES -iter 6000000
costly scrypt.costly.key -scrypt -scrypt_N 16384 -scrypt_r 8 -scrypt_p 65

{ echo '['; sed '$s/,$//' "$entries"; echo ']'; } > vectors.json
