// What a person does first about a host: its keys are read, looked at, and trusted.
import type { KeyWorld } from './key-world.ts'
import { servedSsh } from './served-ssh.ts'

type Shown = { HostKeys: { Type: string; Fingerprint: string }[] }

/** As it stands in the call that trusts them. */
export const trustOf = (ResourceName: string, details: unknown) => ({
  ResourceName,
  HostKeys: (details as Shown).HostKeys.map(({ Type, Fingerprint }) => ({ Type, Fingerprint })),
})

export async function trustHost(world: Pick<KeyWorld, 'serve' | 'parts'>, ResourceName: string): Promise<void> {
  const { call } = servedSsh(world)
  const { details } = await call('scanHostKeys', { ResourceName })
  await call('trustHostKeys', trustOf(ResourceName, details))
}
