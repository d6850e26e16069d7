// The nginx of .github/deploy in front of a console: with its own authority, on free ports, without root.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from './ports.ts'

type Options = { folder: string; name: string; console: string }

export async function startTlsProxy({ folder: parent, name, console }: Options) {
  const folder = join(parent, 'nginx')
  await mkdir(folder)
  const ca = makeCertificates(folder, name)
  const [https, http] = [await freePort(), await freePort()]
  const places: [string, string][] = [
    ['listen 443 ssl;', `listen 127.0.0.1:${https} ssl;`],
    ['listen 80;', `listen 127.0.0.1:${http};`],
    ['server 127.0.0.1:8080 ', `server ${console} `],
    ['/etc/ssl/triptych/', `${folder}/`],
    ['/etc/nginx/', `${folder}/`],
    ['/var/log/nginx/', `${folder}/`],
  ]
  const example = await readFile('.github/deploy/nginx.conf', 'utf8')
  let text = example
  for (const [from, to] of places) {
    if (!text.includes(from)) throw new Error(`nginx.conf has no ${from}`)
    text = text.replaceAll(from, to)
  }
  await writeFile(join(folder, 'triptych.conf'), text)
  await writeFile(join(folder, 'triptych-proxy.conf'), await readFile('.github/deploy/nginx-proxy.conf', 'utf8'))
  const main = join(folder, 'main.conf')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  )
  await writeFile(
    main,
    `daemon off; pid ${folder}/pid; events {} http { ${temporary.join(' ')} include ${folder}/triptych.conf; }`,
  )
  const args = ['-c', main, '-p', folder, '-e', join(folder, 'error.log')]
  execFileSync('nginx', [...args, '-t'], { stdio: 'pipe' })
  const child = spawn('nginx', args, { stdio: 'ignore' })
  const ended = once(child, 'exit')
  await untilOpen(https)
  return {
    ca,
    https: `https://${name}:${https}`,
    http: `http://${name}:${http}`,
    /** For curl: the public name is here, and the console is asked for it without the port. */
    resolve: [
      '--resolve',
      `${name}:${https}:127.0.0.1`,
      '--resolve',
      `${name}:${http}:127.0.0.1`,
      '-H',
      `Host: ${name}`,
    ],
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** An authority, and a certificate of it for this name; answers the path of the authority's. */
function makeCertificates(folder: string, name: string): string {
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  openssl('req', '-x509', ...key, '-keyout', 'ca.key', '-out', 'ca.pem', '-days', '2', '-subj', '/CN=Test authority')
  const of = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-addext', `subjectAltName=DNS:${name}`]
  openssl(
    'req',
    '-x509',
    ...key,
    ...of,
    '-keyout',
    'privkey.pem',
    '-out',
    'fullchain.pem',
    '-days',
    '2',
    '-subj',
    `/CN=${name}`,
  )
  return join(folder, 'ca.pem')
}

async function untilOpen(port: number) {
  for (const start = Date.now(); ; await delay(25)) {
    const socket = connect(port, '127.0.0.1')
    const open = await Promise.race([once(socket, 'connect').then(() => true), once(socket, 'error').then(() => false)])
      .catch(() => false)
      .finally(() => socket.destroy())
    if (open) return
    if (Date.now() - start > 10_000) throw new Error('nginx does not answer')
  }
}
