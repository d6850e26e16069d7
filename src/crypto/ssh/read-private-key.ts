import { privateKeyLabels } from '#crypto/pem-private-key.ts'
import { isPem, readPem, type PemBlock } from '#crypto/pem.ts'
import { blaming, Refusal } from '#crypto/refusal.ts'
import { openSshLabel, readOpenSshFile } from './openssh-file.ts'
import { readPemFile } from './pem-file.ts'
import type { SshPrivateKey } from './private-key.ts'
import { isPuttyFile, readPuttyFile } from './putty-file.ts'

const maxBytes = 64 * 1024 // an RSA key of 16,384 bits takes 14 kB

/**
 * Reads a private key file: OpenSSH, PKCS#8, PKCS#1, SEC1, PuTTY 2 and 3. May derive keys for seconds, and the file is
 * untrusted: run it in a worker.
 */
export function readPrivateKey(file: string | Uint8Array, passphrase: string): SshPrivateKey {
  return blaming('file', () => read(Buffer.from(file), passphrase))
}

function read(bytes: Buffer, passphrase: string): SshPrivateKey {
  if (bytes.length > maxBytes) throw new Refusal('too-large', 'A key file has at most 64 kB', 'file')
  const text = bytes.toString('latin1').replace(byteOrderMark, '').trimStart()
  if (isPuttyFile(text)) return readPuttyFile(text, passphrase)
  if (!isPem(text)) throw otherwise(text)
  const block = onlyPrivateKey(readPem(text))
  return block.label === openSshLabel ? readOpenSshFile(block.bytes, passphrase) : readPemFile(block, passphrase)
}

const byteOrderMark = /^\xef\xbb\xbf/

function onlyPrivateKey(blocks: PemBlock[]): PemBlock {
  const [key, ...others] = blocks.filter(({ label }) => label === openSshLabel || privateKeyLabels.includes(label))
  if (!key && blocks.some(({ label }) => label.endsWith('PUBLIC KEY'))) throw publicOnly()
  if (!key)
    throw new Refusal(
      'not-recognized',
      'There is no complete private key in this file; choose the file that starts with BEGIN … PRIVATE KEY',
      'file',
    )
  if (others.length > 0) throw new Refusal('unsupported', 'There are several private keys in this file', 'file')
  return key
}

/** The most specific reason to reject a file that is neither PuTTY nor PEM. */
function otherwise(text: string): Refusal {
  if (text.startsWith('---- BEGIN SSH2 ENCRYPTED PRIVATE KEY')) {
    return new Refusal('unsupported', 'The ssh.com format is not supported; export the key as OpenSSH', 'file')
  }
  const isPublic = /^(ssh-|ecdsa-|sk-|---- BEGIN SSH2 PUBLIC KEY)/.test(text)
  return isPublic
    ? publicOnly()
    : new Refusal('not-recognized', 'This is not a private key in OpenSSH, PEM or PuTTY format', 'file')
}

const publicOnly = () =>
  new Refusal('not-recognized', 'This file contains the public key; the private key is required', 'file')
