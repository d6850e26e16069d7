import { constants, type Stats } from 'node:fs'
import type { Readable } from 'node:stream'
import ssh2 from 'ssh2'
import { uint32, type WireReader, wireString } from '#crypto/ssh/wire.ts'
import { ownerOf } from './accounts.ts'

// SFTP version 3 (draft-ietf-secsh-filexfer-02). The server in ssh2 cannot announce extensions, but clients need
// posix-rename@openssh.com to replace files atomically.

export const request = {
  init: 1,
  open: 3,
  close: 4,
  read: 5,
  write: 6,
  lstat: 7,
  fstat: 8,
  setstat: 9,
  fsetstat: 10,
  opendir: 11,
  readdir: 12,
  remove: 13,
  mkdir: 14,
  rmdir: 15,
  realpath: 16,
  stat: 17,
  rename: 18,
  readlink: 19,
  extended: 200,
} as const
const answer = { version: 2, status: 101, handle: 102, data: 103, name: 104, attributes: 105 } as const

const maxPacketBytes = 256 * 1024

/** Incoming packets, without length. */
export async function* packetsOf(channel: Readable): AsyncGenerator<Buffer> {
  let buffered: Buffer = Buffer.alloc(0)
  for await (const chunk of channel as AsyncIterable<Buffer>) {
    buffered = buffered.length === 0 ? chunk : Buffer.concat([buffered, chunk])
    while (buffered.length >= 4) {
      const length = buffered.readUInt32BE()
      if (length === 0 || length > maxPacketBytes) throw new Error('SFTP packet length is not allowed')
      if (buffered.length < 4 + length) break
      yield buffered.subarray(4, 4 + length)
      buffered = buffered.subarray(4 + length)
    }
  }
}

const packet = (type: number, ...parts: Uint8Array[]) => wireString(Buffer.concat([Buffer.of(type), ...parts]))

export const extensions = {
  rename: 'posix-rename@openssh.com',
  sync: 'fsync@openssh.com',
  changeLink: 'lsetstat@openssh.com',
} as const

export const version = packet(
  answer.version,
  uint32(3),
  ...Object.values(extensions).flatMap((name) => [wireString(name), wireString('1')]),
)

const { STATUS_CODE } = ssh2.utils.sftp
const statusByFailure: Record<string, number> = {
  ENOENT: STATUS_CODE.NO_SUCH_FILE,
  ENOTDIR: STATUS_CODE.NO_SUCH_FILE,
  EACCES: STATUS_CODE.PERMISSION_DENIED,
  EPERM: STATUS_CODE.PERMISSION_DENIED,
}
const status = (id: number, code: number, text: string) =>
  packet(answer.status, uint32(id), uint32(code), wireString(text), wireString('en'))

export const done = (id: number) => status(id, STATUS_CODE.OK, 'Success')
export const end = (id: number) => status(id, STATUS_CODE.EOF, 'End of file')
export const notOffered = (id: number) => status(id, STATUS_CODE.OP_UNSUPPORTED, 'Not offered')

/** An error status, without paths of this machine. */
export function failed(id: number, error: unknown): Buffer {
  const { code = '' } = error as NodeJS.ErrnoException
  return status(id, statusByFailure[code] ?? STATUS_CODE.FAILURE, `Failure ${code}`.trimEnd())
}

export const handle = (id: number, value: number) => packet(answer.handle, uint32(id), wireString(uint32(value)))
export const data = (id: number, bytes: Uint8Array) => packet(answer.data, uint32(id), wireString(bytes))
export const attributes = (id: number, entry: Entry) => packet(answer.attributes, uint32(id), attributeBytes(entry))

/** A directory entry. */
export interface Entry {
  path: string
  stats: Stats
}

export function names(id: number, entries: { name: string; entry?: Entry }[]): Buffer {
  const lines = entries.flatMap(({ name, entry }) => [
    wireString(name),
    wireString(entry ? longName(name, entry) : name),
    entry ? attributeBytes(entry) : uint32(0),
  ])
  return packet(answer.name, uint32(id), uint32(entries.length), ...lines)
}

/** In the format of `ls -l`. */
const longName = (name: string, { path, stats }: Entry) =>
  [(stats.mode & 0o7777).toString(8), ownerOf(path).name, stats.size, stats.mtime.toISOString(), name].join(' ')

const has = { size: 1, owner: 2, mode: 4, times: 8 } as const

function attributeBytes({ path, stats }: Entry): Buffer {
  const { uid } = ownerOf(path)
  const seconds = [stats.atimeMs, stats.mtimeMs].map((ms) => Math.floor(ms / 1000))
  const size = Buffer.alloc(8)
  size.writeBigUInt64BE(BigInt(stats.size))
  const numbers = [uid, uid, stats.mode, ...seconds].map(uint32)
  return Buffer.concat([uint32(has.size | has.owner | has.mode | has.times), size, ...numbers])
}

export interface Change {
  size?: number
  uid?: number
  mode?: number
  times?: { access: number; modification: number }
}

export function readChange(packet: WireReader): Change {
  const flags = packet.uint32()
  const change: Change = {}
  if (flags & has.size) change.size = uint64(packet)
  if (flags & has.owner) [change.uid] = [packet.uint32(), packet.uint32()]
  if (flags & has.mode) change.mode = packet.uint32() & 0o777
  if (flags & has.times) change.times = { access: packet.uint32(), modification: packet.uint32() }
  return change
}

export const uint64 = (packet: WireReader) => Number(packet.bytes(8).readBigUInt64BE())

const { OPEN_MODE } = ssh2.utils.sftp

/** Flags of open(2). Links were resolved before. */
export function openFlags(flags: number): { flags: number; isWriting: boolean } {
  const isWriting = (flags & OPEN_MODE.WRITE) !== 0
  const access = isWriting ? (flags & OPEN_MODE.READ ? constants.O_RDWR : constants.O_WRONLY) : constants.O_RDONLY
  const more = [
    [OPEN_MODE.APPEND, constants.O_APPEND],
    [OPEN_MODE.CREAT, constants.O_CREAT],
    [OPEN_MODE.TRUNC, constants.O_TRUNC],
    [OPEN_MODE.EXCL, constants.O_EXCL],
  ] as const
  const wanted = isWriting ? more.filter(([mode]) => flags & mode).map(([, flag]) => flag) : []
  return { flags: wanted.reduce<number>((all, flag) => all | flag, access | constants.O_NOFOLLOW), isWriting }
}
