import { expect, test } from 'vitest'
import { addServer } from '#contract/keys/servers.ts'
import { serverForm } from '#pages/certificates/servers/server-form.ts'

const server = {
  serverName: 'web-2',
  ResourceName: 'web.example',
  userName: 'root',
  certificatePath: '/etc/ssl/certs/web.pem',
  keyPath: '/etc/ssl/private/web.key',
  tlsAddress: 'www.example.com:443',
  reloadCommand: 'systemctl reload nginx',
}
const wrongWith = (more: Partial<typeof server>) =>
  serverForm(['web'])
    .safeParse({ ...server, ...more })
    .error?.issues.map(({ path, message }) => `${String(path[0])}: ${message}`)

test('a server with two files is taken, and the service takes it as it is', () => {
  const taken = serverForm(['web']).parse({ ...server, serverName: ' web-2 ' })
  expect(taken).toEqual(server)
  expect(addServer.input.parse(taken)).toEqual(server)
})

test('a server without reload command and TLS address is taken, too', () => {
  const taken = serverForm([]).parse({ ...server, tlsAddress: ' ', reloadCommand: '' })
  expect([taken.tlsAddress, taken.reloadCommand]).toEqual([undefined, undefined])
})

test.each<[Partial<typeof server>, string]>([
  [{ serverName: ' ' }, 'serverName: Enter a name'],
  [{ serverName: 'web' }, 'serverName: A server with this name already exists'],
  [{ userName: '' }, 'userName: Enter a user'],
  [{ tlsAddress: 'www.example.com' }, 'tlsAddress: Enter host and port, such as www.example.com:443'],
  [{ certificatePath: '' }, 'certificatePath: Enter the path of the certificate'],
  [{ certificatePath: 'web.pem' }, 'certificatePath: Enter an absolute path, such as /etc/ssl/web.pem'],
  [{ certificatePath: '/etc/ssl/' }, 'certificatePath: Enter a file, not a folder'],
  [{ keyPath: '/etc/../web.key' }, 'keyPath: Do not use //, . or ..'],
  [{ keyPath: '/etc//web.key' }, 'keyPath: Do not use //, . or ..'],
  [{ keyPath: server.certificatePath }, 'keyPath: Use a different file for the private key'],
])('%o is refused at its field', (more, message) => {
  expect(wrongWith(more)?.[0]).toBe(message)
})
