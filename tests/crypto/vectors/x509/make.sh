#!/usr/bin/env bash
# Makes the files of this folder anew, with openssl 3 and the keytool of a JDK. The tests only read what is committed.
set -euo pipefail
cd "$(dirname "$0")"
find . -type f ! -name make.sh -delete
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export LC_ALL=C.UTF-8
quiet() { "$@" 2>/dev/null; }
days=36500
password=geheim-123
other='pässwörd €'

# A chain: root, intermediate (path length 0), leaf, and a root of the same name that did not sign it.
quiet openssl req -x509 -newkey rsa:2048 -nodes -keyout root.key -out root.pem -days $days -subj '/C=DE/O=Acme/CN=Acme Root' \
  -addext basicConstraints=critical,CA:TRUE -addext keyUsage=critical,keyCertSign,cRLSign
quiet openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout "$work/impostor.key" -out impostor.pem \
  -days $days -subj '/C=DE/O=Acme/CN=Acme Root' -addext basicConstraints=critical,CA:TRUE
quiet openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-384 -nodes -keyout intermediate.key -out "$work/intermediate.csr" \
  -subj '/C=DE/O=Acme/CN=Acme Intermediate'
printf 'basicConstraints=critical,CA:TRUE,pathlen:0\nkeyUsage=critical,keyCertSign,cRLSign\nsubjectKeyIdentifier=hash\nauthorityKeyIdentifier=keyid\n' > "$work/ca.ext"
quiet openssl x509 -req -in "$work/intermediate.csr" -CA root.pem -CAkey root.key -days $days -out intermediate.pem -extfile "$work/ca.ext" -set_serial 0x1001
quiet openssl req -newkey ed25519 -nodes -keyout leaf.key -out "$work/leaf.csr" -subj '/CN=www.example.com'
printf 'basicConstraints=critical,CA:FALSE\nkeyUsage=critical,digitalSignature\nextendedKeyUsage=serverAuth,clientAuth\nsubjectAltName=DNS:www.example.com,DNS:*.example.org,IP:192.0.2.7,IP:2001:db8::7,email:ops@example.com,URI:https://example.com/a,RID:1.2.3.4,otherName:1.2.3.5;UTF8:x,dirName:dir\nsubjectKeyIdentifier=hash\nauthorityKeyIdentifier=keyid\ncrlDistributionPoints=URI:http://ca.example/crl\nauthorityInfoAccess=OCSP;URI:http://ca.example/ocsp,caIssuers;URI:http://ca.example/ca\ncertificatePolicies=2.23.140.1.2.1\nnoCheck=ignored\n1.2.3.4.5=DER:04021234\n[dir]\nCN=a directory\n' > "$work/leaf.ext"
quiet openssl x509 -req -in "$work/leaf.csr" -CA intermediate.pem -CAkey intermediate.key -days $days -out leaf.pem -extfile "$work/leaf.ext" -set_serial 0x00FF01

# An authority that may issue for some names only.
quiet openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout "$work/constrained.key" -out constrained-ca.pem \
  -days $days -subj '/C=DE/O=Acme/CN=Acme constrained' -addext basicConstraints=critical,CA:TRUE -addext keyUsage=critical,keyCertSign \
  -addext 'nameConstraints=critical,permitted;DNS:example.com,permitted;IP:10.0.0.0/255.0.0.0,excluded;DNS:secret.example.com'

# Requests: each kind of key, RSA-PSS, one with names that nobody should sign blindly.
names='subjectAltName=DNS:host.example.com,IP:192.0.2.9,email:ops@example.com,URI:https://example.com/x'
quiet openssl req -new -newkey rsa:2048 -nodes -keyout rsa.key -out rsa.csr -subj '/C=DE/ST=Bayern/L=München/O=Acme/OU=IT/CN=host.example.com' -utf8 -addext "$names"
quiet openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:P-384 -nodes -keyout ec.key -out ec.csr -subj '/CN=host.example.com' -addext "$names"
quiet openssl req -new -newkey ed25519 -nodes -keyout ed25519.key -out ed25519.csr -subj '/CN=host.example.com' -addext "$names"
quiet openssl req -new -key rsa.key -sigopt rsa_padding_mode:pss -sigopt rsa_pss_saltlen:32 -sha256 -out rsa-pss.csr -subj '/CN=host.example.com'
quiet openssl req -new -key ec.key -out greedy.csr -subj '/CN=greedy.example.com' -addext 'subjectAltName=DNS:greedy.example.com,otherName:1.3.6.1.4.1.311.20.2.3;UTF8:admin@example.com' \
  -addext basicConstraints=critical,CA:TRUE -addext keyUsage=keyCertSign -addext extendedKeyUsage=clientAuth,codeSigning

# Private keys, encrypted in the ways that are in use.
openssl pkcs8 -topk8 -in rsa.key -passout "pass:$password" -v2 aes-256-cbc -v2prf hmacWithSHA256 -out rsa-pbes2.key
openssl pkcs8 -topk8 -in ec.key -passout "pass:$password" -v2 aes-256-cbc -outform DER -out ec-pbes2.der
openssl pkcs8 -topk8 -in ec.key -passout "pass:$other" -v1 PBE-SHA1-3DES -out ec-3des.key
openssl pkcs8 -topk8 -in ec.key -passout "pass:$password" -scrypt -out ec-scrypt.key
openssl rsa -in rsa.key -traditional -aes128 -passout "pass:$password" -out rsa-dek.key 2>/dev/null
openssl rsa -in rsa.key -traditional -outform DER -out rsa-pkcs1.der 2>/dev/null
openssl ec -in ec.key -outform DER -out ec-sec1.der 2>/dev/null

# Certificate files.
cat leaf.pem intermediate.pem root.pem > "$work/chain.pem"
openssl crl2pkcs7 -nocrl -certfile "$work/chain.pem" -outform DER -out chain.p7b
openssl crl2pkcs7 -nocrl -certfile "$work/chain.pem" -out chain-pem.p7b
openssl x509 -in leaf.pem -outform DER -out leaf.der
openssl cms -sign -in make.sh -signer root.pem -inkey root.key -certfile intermediate.pem -outform DER -stream -binary -nodetach -out streamed.p7b

# A revocation list with reasons, and questions to an OCSP responder.
cat > "$work/ca.cnf" <<'CNF'
[ca]
default_ca=a
[a]
database=$ENV::WORK/index.txt
crlnumber=$ENV::WORK/crlnumber
default_md=sha256
default_crl_days=36500
crl_extensions=x
[x]
authorityKeyIdentifier=keyid
CNF
printf 'R\t21260101000000Z\t260301120000Z,keyCompromise\t1001\tunknown\t/CN=a\nR\t21260101000000Z\t260302120000Z,certificateHold\t1002\tunknown\t/CN=b\nR\t21260101000000Z\t260303120000Z\t00FF03\tunknown\t/CN=c\n' > "$work/index.txt"
echo 2A > "$work/crlnumber"
WORK="$work" quiet openssl ca -gencrl -config "$work/ca.cnf" -cert root.pem -keyfile root.key -out root.crl
openssl ocsp -issuer intermediate.pem -cert leaf.pem -reqout ask-leaf.ocsp
printf 'basicConstraints=critical,CA:FALSE\nkeyUsage=critical,digitalSignature\nextendedKeyUsage=OCSPSigning\nsubjectKeyIdentifier=hash\nauthorityKeyIdentifier=keyid\n' > "$work/responder.ext"
quiet openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout "$work/responder.key" -out "$work/responder.csr" -subj '/CN=Responder'
quiet openssl x509 -req -in "$work/responder.csr" -CA root.pem -CAkey root.key -days $days -out "$work/responder.pem" -extfile "$work/responder.ext" -set_serial 0x1009
respond() { openssl ocsp -index "$work/index.txt" -CA root.pem -rsigner "$1" -rkey "$2" -ndays $days -reqin ask-intermediate.ocsp -respout "$3" >/dev/null; }
openssl ocsp -sha256 -issuer root.pem -cert intermediate.pem -no_nonce -reqout ask-intermediate.ocsp

respond root.pem root.key answer-intermediate.ocsp
respond "$work/responder.pem" "$work/responder.key" answer-by-delegate.ocsp

# Key stores: openssl's kinds of PKCS#12, keytool's PKCS#12, JKS and JCEKS.
p12() { local file=$1 pass=$2; shift 2; openssl pkcs12 -export -inkey rsa.key -in "$work/rsa.pem" -certfile "$work/issuers.pem" -name 'My Host' -passout "pass:$pass" -out "$file" "$@"; }
quiet openssl x509 -req -in ec.csr -CA intermediate.pem -CAkey intermediate.key -days $days -out ec-answer.pem -set_serial 0x4711
quiet openssl x509 -req -in rsa.csr -CA intermediate.pem -CAkey intermediate.key -days $days -out "$work/rsa.pem" -set_serial 0x77 -copy_extensions copy
cat intermediate.pem root.pem > "$work/issuers.pem"
p12 default.p12 "$password"
p12 default-utf8.p12 "$other"
p12 legacy-rc2-40.p12 "$password" -legacy
p12 legacy-rc2-40-utf8.p12 "$other" -legacy
p12 rc2-128.p12 "$password" -provider legacy -provider default -certpbe PBE-SHA1-RC2-128 -keypbe PBE-SHA1-3DES -macalg sha1
p12 3des.p12 "$password" -certpbe PBE-SHA1-3DES -keypbe PBE-SHA1-3DES -macalg sha1
p12 aes-128.p12 "$password" -certpbe AES-128-CBC -keypbe AES-128-CBC -macalg sha512
p12 plain.p12 "$password" -certpbe NONE -keypbe NONE
p12 no-mac.p12 "$password" -nomac
keystore() { keytool -importkeystore -noprompt -srckeystore default.p12 -srcstoretype PKCS12 -srcstorepass "$password" -srcalias 'my host' -destkeystore "$1" -deststoretype "$2" -deststorepass "$3" -destkeypass "$3" -J-Dkeystore.pkcs12.legacy="${4:-false}" >/dev/null 2>&1
  keytool -importcert -noprompt -alias trusted -file root.pem -keystore "$1" -storepass "$3" >/dev/null 2>&1; }
keystore keytool.p12 PKCS12 "$password"
keytool -importkeystore -noprompt -srckeystore default.p12 -srcstorepass "$password" -destkeystore keytool-legacy.p12 -deststoretype PKCS12 -deststorepass "$password" -J-Dkeystore.pkcs12.legacy >/dev/null 2>&1
keystore keytool.jks JKS "$password"
keystore keytool-utf8.jks JKS 'pässwörd'
keystore keytool.jceks JCEKS "$password"
rm -f keytool-key-password.jks
keytool -genkeypair -alias host -keyalg EC -groupname secp256r1 -dname CN=own-password.example.com -validity $days -storetype JKS -keystore keytool-key-password.jks -storepass store-secret -keypass key-secret >/dev/null 2>&1

cat > passwords.json <<JSON
{ "usual": "$password", "accented": "$other", "accentedJks": "pässwörd" }
JSON
chmod u=rw,go=r *.*
chmod +x make.sh
