/** Jobs of the worker pool. Threads load the modules of a job on first use. */
export const jobs = {
  createSshKey: job(async () => (await ssh()).createSshKey),
  openSshKey: job(async () => (await ssh()).openSshKey),
  importSshKey: job(async () => (await ssh()).importSshKey),
  rewriteSshKey: job(async () => (await ssh()).rewriteSshKey),

  createPgpKey: job(async () => (await pgp()).createPgpKey),
  openPgpKey: job(async () => (await pgp()).openPgpKey),

  generatePair: job(async () => (await import('#crypto/private-key/key-pair.ts')).generatePair),
  readKeyFile: job(async () => (await import('#crypto/private-key/key-file.ts')).readKeyFile),
  readCertificateFile: job(async () => (await import('#crypto/x509/certificate-file.ts')).readCertificateFile),
  summarizeCertificate: job(async () => (await import('#crypto/x509/certificate-summary.ts')).summarizeCertificate),
  summarizeCertificates: job(async () => (await import('#crypto/x509/certificate-summary.ts')).summarizeCertificates),
  judgeServedChain: job(async () => (await import('#crypto/tls-probe/served-chain.ts')).judgeServedChain),
  openRequestFile: job(async () => (await import('#crypto/x509/request.ts')).openRequestFile),
  signRequest: job(async () => (await import('#crypto/x509/sign-request.ts')).signRequest),
  createRevocationList: job(async () => (await import('#crypto/x509/revocation-list.ts')).createRevocationList),
  stateInRevocationList: job(
    async () => (await import('#crypto/x509/foreign/revocation-list-check.ts')).stateInRevocationList,
  ),
  readOcspAnswer: job(async () => (await import('#crypto/x509/foreign/ocsp-check.ts')).readOcspAnswer),
  exportPrivateKey: job(async () => (await import('#crypto/x509/certificate-export.ts')).exportPrivateKey),
  readKeyStore: job(async () => (await import('#crypto/keystore/read-key-store.ts')).readKeyStore),
  importCertificateFile: job(async () => (await imports()).importCertificateFile),
  importKeyStore: job(async () => (await imports()).importKeyStore),
  exportKeyStore: job(async () => (await import('#crypto/keystore/key-store-export.ts')).exportKeyStore),
  writePkcs12: job(async () => (await import('#crypto/keystore/pkcs12-write.ts')).writePkcs12),
}

export type Jobs = typeof jobs

function job<Input extends unknown[], Output>(load: () => Promise<(...input: Input) => Output>) {
  return async (...input: Input): Promise<Awaited<Output>> => await (await load())(...input)
}

function ssh() {
  return import('#crypto/ssh/ssh-key.ts')
}

function imports() {
  return import('#crypto/keystore/certificate-import.ts')
}

function pgp() {
  return import('#crypto/pgp/pgp-key.ts')
}
