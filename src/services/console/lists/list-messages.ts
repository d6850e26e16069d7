import { accessList } from './access-list.ts'
import { certificateList } from './certificate-list.ts'
import { hostList } from './host-list.ts'
import { issuedList } from './issued-list.ts'
import { requestList } from './request-list.ts'
import { sshKeyList } from './ssh-key-list.ts'
import { userList } from './user-list.ts'

/** Kinds of cached lists: filled in parts, and queried once complete. */
export const kinds = {
  certificates: certificateList,
  issued: issuedList,
  requests: requestList,
  sshKeys: sshKeyList,
  access: accessList,
  hosts: hostList,
  users: userList,
}
export type Kind = keyof typeof kinds
export type CachedList<K extends Kind> = ReturnType<(typeof kinds)[K]>

export type ListOrder = { list: number } & (
  | { do: 'open'; kind: Kind; now: number }
  | { do: 'call'; method: string; input: unknown }
  | { do: 'drop' }
)
export type ListReply = { id: number; output?: unknown; failure?: string }

/** Why a list is not continued. */
export const noRoom = 'no room'
