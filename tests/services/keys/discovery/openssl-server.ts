import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { run } from '../../../crypto/run-tool.ts'
import { startTool } from '../../../crypto/start-tool.ts'
import { freePort } from '../../../support/ports.ts'

/** A server of openssl with a certificate of its own, until the test ends. */
export async function opensslServer(args: string[]): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'triptych-tls-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const files = ['-keyout', join(folder, 'key'), '-out', join(folder, 'crt')]
  const subject = ['-subj', '/CN=openssl.example', '-days', '2']
  run('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...files, ...subject])
  const port = await freePort()
  const server = ['s_server', '-accept', `127.0.0.1:${port}`, '-key', 'key', '-cert', 'crt', '-quiet']
  startTool('openssl', [...server, ...args], folder).stdout.resume()
  await listening(port)
  return port
}

async function listening(port: number): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const isUp = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false))
      socket.once('connect', () => socket.destroy())
    })
    if (isUp) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('openssl s_server does not listen')
}
