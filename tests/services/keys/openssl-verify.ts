// What openssl says of a certificate and its chain.
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ask } from '../../crypto/x509/tools.ts'

/** `chain`: PEM, its own first, the root last. */
export function verify(chain: readonly string[], more: string[] = [], files: Record<string, Uint8Array | string> = {}) {
  const [own = '', ...above] = chain
  const root = above.at(-1) ?? own
  const args = ['verify', '-x509_strict', '-CAfile', 'root.pem', '-untrusted', 'above.pem', ...more, 'own.pem']
  // RSA 1024 can be asked for, and only the lowest level takes it
  return ask('openssl', [...args.slice(0, 1), '-auth_level', '0', ...args.slice(1)], {
    'root.pem': root,
    'above.pem': above.slice(0, -1).join('') || own,
    'own.pem': own,
    ...files,
  })
}

export const textOf = (pem: string) =>
  ask('openssl', ['x509', '-noout', '-text', '-in', 'a.pem'], { 'a.pem': pem }).text

/** While the tool runs, this process goes on: for what asks our own socket. What it wrote to both of its outputs. */
export async function askOnline(program: string, args: string[], files: Record<string, string>): Promise<string> {
  const cwd = await mkdtemp(join(tmpdir(), 'triptych-tool-'))
  try {
    for (const [name, content] of Object.entries(files)) await writeFile(join(cwd, name), content)
    return await new Promise((resolve) => {
      execFile(program, args, { cwd }, (_, stdout, stderr) => resolve(stdout + stderr))
    })
  } finally {
    await rm(cwd, { recursive: true, force: true })
  }
}
