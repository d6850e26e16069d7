import { writeDer } from '#crypto/der.ts'
import { readKeyFile } from '#crypto/private-key/key-file.ts'
import { belongTogether, privateKeyObject } from '#crypto/private-key/key-object.ts'
import { Refusal } from '#crypto/refusal.ts'
import { readCertificateFile } from '#crypto/x509/certificate-file.ts'
import { readCertificate } from '#crypto/x509/certificate.ts'
import type { HostIdentity } from './host-certificate.ts'
import { type Listening, listen } from './listening.ts'
import { contextOf, webHost } from './web-host.ts'

export interface DeployedHost extends Listening {
  /** Why the current files are not served; undefined if they are. */
  refused: () => string | undefined
}

/** Files of the site's machine. */
export interface HostFiles {
  read: (path: string) => Promise<Buffer>
  write: (path: string, bytes: Uint8Array, mode: number) => Promise<void>
  /** Reports file changes until the returned function is called. */
  onChange: (listener: () => void) => () => void
}

export const deployedPaths = { certificate: '/etc/ssl/certs/web.crt', key: '/etc/ssl/private/web.key' } as const

/**
 * A site with certificate and key files. Changed files apply to new connections; mismatched files are ignored.
 * @param first used before the first deployment
 */
export async function startDeployedHost(files: HostFiles, first: HostIdentity, address: string, port: number) {
  await writeFirst(files, first)
  const server = webHost('web', first)
  let refused: string | undefined
  const reload = async () => {
    try {
      server.setSecureContext(contextOf(await readDeployed(files)))
      refused = undefined
    } catch (error) {
      refused = error instanceof Refusal ? error.message : 'The files cannot be read'
    }
  }
  await reload()
  const settling = eventually(reload)
  const stopWatching = files.onChange(settling.act)
  const listening = await listen(server, address, port)
  const host: DeployedHost = {
    ...listening,
    refused: () => refused,
    close: () => {
      stopWatching()
      settling.cancel()
      return listening.close()
    },
  }
  return host
}

async function writeFirst(files: HostFiles, identity: HostIdentity): Promise<void> {
  const { cert, key } = contextOf(identity)
  try {
    await files.read(deployedPaths.certificate)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') return // it exists, but is unreadable
    await files.write(deployedPaths.key, Buffer.from(key), 0o600)
    await files.write(deployedPaths.certificate, Buffer.from(cert), 0o644)
  }
}

/** Reads the certificate and key. Throws if they do not match. */
export async function readDeployed(files: Pick<HostFiles, 'read'>): Promise<HostIdentity> {
  const [leaf, ...others] = readCertificateFile(await files.read(deployedPaths.certificate)).certificates
  if (!leaf) throw new Refusal('not-found', `There is no certificate in ${deployedPaths.certificate}`)
  const privateKey = readKeyFile(await files.read(deployedPaths.key), '')
  if (
    !belongTogether(privateKeyObject(privateKey), writeDer(readCertificate(leaf).tbsCertificate.subjectPublicKeyInfo))
  ) {
    throw new Refusal('not-allowed', `${deployedPaths.key} is not the key of ${deployedPaths.certificate}`)
  }
  return { chain: [leaf, ...others], privateKey }
}

const settleMilliseconds = 50

/** Delays, since the two files change consecutively. */
function eventually(work: () => Promise<void>) {
  let timer: NodeJS.Timeout | undefined
  const cancel = () => clearTimeout(timer)
  const act = () => {
    cancel()
    timer = setTimeout(() => void work(), settleMilliseconds)
  }
  return { act, cancel }
}
