import { type DemoContext, throwIfStopping } from './demo-context.ts'

const server = { serverName: 'web', commonName: 'web.lab.example' }

/** Saves the server of site `web`, and deploys a certificate to it. */
export async function deployToWeb({ parts, calls, lab }: DemoContext): Promise<void> {
  throwIfStopping(parts)
  const { db } = parts
  const { resource: ResourceName, certificatePath, keyPath } = lab.web
  const saved = await db.selectFrom('key_server').select('id').where('name', '=', server.serverName).executeTakeFirst()
  if (!saved) {
    const { serverName } = server
    const site = lab.tls.find(({ name }) => name === serverName)
    await calls.addServer({
      serverName,
      ResourceName,
      userName: 'root',
      certificatePath,
      keyPath,
      reloadCommand: 'systemctl reload web',
      ...(site && { tlsAddress: `${site.address}:${site.port}` }),
    })
  }
  const certificate = await db
    .selectFrom('key_certificate')
    .leftJoin('key_certificate_place', 'key_certificate_place.certificate_id', 'key_certificate.id')
    .select(['serial_number', 'host'])
    .where('common_name', '=', server.commonName)
    .where('sealed_key', 'is not', null)
    .executeTakeFirstOrThrow()
  if (certificate.host !== null) return
  const { serial_number } = certificate
  await calls.deployCertificate({ common_name: server.commonName, serial_number, serverName: server.serverName })
}

/** Runs an initial discovery. */
export async function discoverLab({ parts, calls, lab }: DemoContext): Promise<void> {
  throwIfStopping(parts)
  const lines = lab.tls.map(({ address, port }) => `${address} ${port}`)
  const File = { name: 'lab-hosts.txt', bytes: Buffer.from(lines.join('\n')) }
  await calls.discoverFromFile({ FileName: File.name, TIMEOUT: '5', PORT: 443, File })
}
