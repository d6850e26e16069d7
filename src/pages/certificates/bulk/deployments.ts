import type { Plan } from '#components/bulk/plan.ts'
import type { Target } from '#contract/keys/jobs/certificate-target.ts'
import type { Server } from '#components/issuing/servers-query.ts'
import type { Readable } from './read-targets.ts'

/** Maps each server to the id of the certificate that it receives. A server holds one certificate. */
export type Assigned = Readonly<Record<string, string>>

export function deploymentsOf(
  chosen: readonly Readable[],
  assigned: Assigned,
  servers: readonly Server[] | null,
): Plan<Target & { CertID: string }>[] {
  return Object.entries(assigned).flatMap(([serverName, id]) => {
    const one = chosen.find(({ row }) => row.id === id)
    const server = serverName.trim()
    if (!one || server === '') return []
    return [
      {
        id: server,
        name: `${one.row.name} to ${server}`,
        item: { ...one.target, CertID: id },
        effects: effectsOf(servers?.find((known) => known.serverName === server)),
      },
    ]
  })
}

function effectsOf(server: Server | undefined): string[] {
  if (!server) return ['Certificate, chain and private key replace the current files of the server.']
  const { userName, ResourceName, certificatePath, keyPath, reloadCommand } = server
  return [
    `${certificatePath ?? '–'} and ${keyPath ?? '–'} are replaced as ${userName ?? 'an unknown user'} on ${ResourceName ?? 'an unknown host'}.`,
    reloadCommand === undefined ? 'No reload command.' : `Reload: ${reloadCommand}`,
  ]
}
