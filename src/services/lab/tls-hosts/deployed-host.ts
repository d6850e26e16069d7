import { watch } from 'node:fs'
import { access, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readKeyFile } from '#crypto/private-key/key-file.ts'
import { belongTogether, privateKeyObject } from '#crypto/private-key/key-object.ts'
import { Refusal } from '#crypto/refusal.ts'
import { writeDer } from '#crypto/der.ts'
import { readCertificate } from '#crypto/x509/certificate.ts'
import { readCertificateFile } from '#crypto/x509/certificate-file.ts'
import type { HostIdentity } from './host-certificate.ts'
import { type Listening, listen } from './listening.ts'
import { contextOf, webHost } from './web-host.ts'

export interface DeployedHost extends Listening {
  /** Why the files that lie in the folder now are not served; undefined while they are. */
  refused: () => string | undefined
}

const [certificateFile, keyFile] = ['server.crt', 'server.key']

/**
 * A site whose certificate and key are files of a folder. What is put there is served from the next connection on;
 * files that do not go together change nothing (conventions 19).
 * @param first what lies there when nothing was ever deployed
 */
export async function startDeployedHost(folder: string, first: HostIdentity, address: string, port: number) {
  await mkdir(folder, { recursive: true })
  await writeFirst(folder, first)
  const server = webHost('web', first)
  let refused: string | undefined
  const reload = async () => {
    try {
      server.setSecureContext(contextOf(await readIdentity(folder)))
      refused = undefined
    } catch (error) {
      refused = error instanceof Refusal ? error.message : 'The files cannot be read'
    }
  }
  await reload()
  const watching = watch(folder, eventually(reload)).on('error', () => undefined) // the folder itself is gone
  const listening = await listen(server, address, port)
  const host: DeployedHost = {
    ...listening,
    refused: () => refused,
    close: () => {
      watching.close()
      return listening.close()
    },
  }
  return host
}

async function writeFirst(folder: string, identity: HostIdentity): Promise<void> {
  const { cert, key } = contextOf(identity)
  const exists = await access(join(folder, certificateFile)).then(
    () => true,
    () => false,
  )
  if (exists) return
  await writeFile(join(folder, keyFile), key, { mode: 0o600 })
  await writeFile(join(folder, certificateFile), cert)
}

async function readIdentity(folder: string): Promise<HostIdentity> {
  const [leaf, ...others] = readCertificateFile(await readFile(join(folder, certificateFile))).certificates
  if (!leaf) throw new Refusal('not-found', `There is no certificate in ${certificateFile}`)
  const privateKey = readKeyFile(await readFile(join(folder, keyFile)), '')
  if (
    !belongTogether(privateKeyObject(privateKey), writeDer(readCertificate(leaf).tbsCertificate.subjectPublicKeyInfo))
  ) {
    throw new Refusal('not-allowed', `${keyFile} is not the key of ${certificateFile}`)
  }
  return { chain: [leaf, ...others], privateKey }
}

const settleMilliseconds = 50

/** Two files change one after the other, and a change of one file comes as several events. */
function eventually(act: () => Promise<void>): () => void {
  let timer: NodeJS.Timeout | undefined
  return () => {
    clearTimeout(timer)
    timer = setTimeout(() => void act(), settleMilliseconds)
  }
}
