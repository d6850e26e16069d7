// Every operation about SSH keys and hosts, on a world of key management.
import { hostCredentialRows } from '#contract/keys/host-credentials.ts'
import { hostKeyRows } from '#contract/keys/host-keys.ts'
import { sshResourceRows } from '#contract/keys/ssh-resources.ts'
import { sshHostRows, sshKeyRows } from '#contract/keys/ssh.ts'
import { hostCredentialHandlers } from '#services/keys/ssh/identity/host-credential-handlers.ts'
import { hostKeyHandlers } from '#services/keys/ssh/identity/host-key-handlers.ts'
import { sshHostHandlers } from '#services/keys/ssh/ssh-host-handlers.ts'
import { sshKeyHandlers } from '#services/keys/ssh/ssh-key-handlers.ts'
import { sshResourceHandlers } from '#services/keys/ssh/ssh-resource-handlers.ts'
import type { KeyWorld } from './key-world.ts'

export const servedSsh = ({ serve, parts }: Pick<KeyWorld, 'serve' | 'parts'>) =>
  serve(
    { ...sshKeyRows, ...sshHostRows, ...sshResourceRows, ...hostKeyRows, ...hostCredentialRows },
    {
      ...sshKeyHandlers(parts),
      ...sshHostHandlers(parts),
      ...sshResourceHandlers(parts),
      ...hostKeyHandlers(parts),
      ...hostCredentialHandlers(parts),
    },
  )
