// A real nginx in front of the product, where one is installed: its own folder, its own port, no root.
import { execFileSync, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort, untilItAccepts } from './ports.ts'

const program = findNginx()
/** Why nothing can be tested behind nginx here, if so. */
export const noNginx = program === undefined ? 'nginx is not installed' : undefined

type Site = { folder: string; certificate: string; key: string }

/** A site with a certificate of its own in the files that are named, as packages set it up: who reloads it, is told. */
export async function startTlsSite({ folder, certificate, key }: Site) {
  if (program === undefined) throw new Error(noNginx)
  const port = await freePort()
  const file = join(folder, 'nginx.conf')
  await writeFile(file, siteConfiguration({ folder, certificate, key, port }))
  const child = spawn(program, ['-c', file, '-p', folder, '-e', join(folder, 'error.log')], { stdio: 'ignore' })
  const ended = once(child, 'exit')
  await untilItAccepts(port, child)
  const told = `${program} -c ${file} -e ${join(folder, 'error.log')}`
  return {
    port,
    configuration: file,
    reload: `${told} -t -q && ${told} -s reload`,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}

const siteConfiguration = ({ folder, certificate, key, port }: Site & { port: number }) => `
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
events { worker_connections 64; }
http {
  access_log off;
  server {
    listen 127.0.0.1:${port} ssl;
    ssl_certificate ${certificate};
    ssl_certificate_key ${key};
    location / { return 200 "served"; }
  }
}
`

/** The port is taken now, so that the servers behind it can be told their public address before they start. */
export async function reserveBalancer() {
  const port = await freePort()
  return { url: `http://127.0.0.1:${port}`, start: (servers: readonly string[]) => startBalancer(port, servers) }
}

/** Spreads requests over the servers (`host:port`); what finds one closed goes to the next. `use` names new servers. */
async function startBalancer(port: number, servers: readonly string[]) {
  if (program === undefined) throw new Error(noNginx)
  const folder = await mkdtemp(join(tmpdir(), 'triptych-nginx-'))
  const file = join(folder, 'nginx.conf')
  await writeFile(file, configuration({ port, folder, servers }))
  const child = spawn(program, ['-c', file, '-p', folder, '-e', join(folder, 'error.log')], { stdio: 'ignore' })
  const ended = once(child, 'exit')
  await untilItAnswers(`http://127.0.0.1:${port}/healthz`)
  return {
    /** Open connections end with the workers that hold them; new ones go to these servers. */
    use: async (next: readonly string[]) => {
      await writeFile(file, configuration({ port, folder, servers: next }))
      child.kill('SIGHUP')
    },
    stop: async () => {
      child.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const configuration = ({ port, folder, servers }: { port: number; folder: string; servers: readonly string[] }) => `
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
events { worker_connections 1024; }
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  upstream consoles { ${servers.map((server) => `server ${server} max_fails=1 fail_timeout=1s;`).join(' ')} }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://consoles;
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_connect_timeout 2s;
    }
  }
}
`

async function untilItAnswers(url: string) {
  for (const start = Date.now(); ; await delay(50)) {
    const answered = await fetch(url).then(
      () => true,
      () => false,
    )
    if (answered) return
    if (Date.now() - start > 10_000) throw new Error(`nginx does not answer at ${url}`)
  }
}

/** Named by its path where it is usually: it is not in the path of everybody who may run it. */
function findNginx(): string | undefined {
  for (const path of ['/usr/sbin/nginx', 'nginx']) {
    try {
      execFileSync(path, ['-v'], { stdio: 'ignore' })
      return path
    } catch {
      continue
    }
  }
  return undefined
}
