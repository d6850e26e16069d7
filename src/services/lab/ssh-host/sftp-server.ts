import { constants } from 'node:fs'
import * as fs from 'node:fs/promises'
import { join, posix } from 'node:path'
import type { ServerChannel } from 'ssh2'
import { WireReader } from '#crypto/ssh/wire.ts'
import { type Account, ownerOf } from './accounts.ts'
import { failure, type FileTree, type Place } from './file-tree.ts'
import { OpenFile } from './open-file.ts'
import { OpenFiles } from './open-files.ts'
import * as sftp from './sftp-packets.ts'

interface Session {
  account: Account
  tree: FileTree
  opened: OpenFiles
}
type Answer = (id: number, packet: WireReader, session: Session) => Promise<Buffer>

/** Handles requests sequentially until the channel ends. */
export async function serveFiles(channel: ServerChannel, account: Account, tree: FileTree): Promise<void> {
  const session: Session = { account, tree, opened: new OpenFiles() }
  try {
    for await (const bytes of sftp.packetsOf(channel)) {
      const packet = new WireReader(bytes)
      const [type] = packet.bytes(1)
      if (type === sftp.request.init) channel.write(sftp.version)
      else channel.write(await answer(type ?? 0, packet, session))
    }
    channel.exit(0)
    channel.end()
  } catch {
    channel.destroy() // invalid SFTP, or connection lost
  } finally {
    await session.opened.closeAll()
  }
}

async function answer(type: number, packet: WireReader, session: Session): Promise<Buffer> {
  const id = packet.uint32()
  try {
    return (await answers[type]?.(id, packet, session)) ?? sftp.notOffered(id)
  } catch (error) {
    return sftp.failed(id, error)
  }
}

const { request } = sftp

const answers: Record<number, Answer> = {
  [request.open]: async (id, packet, { account, tree, opened }) => {
    const [path, wanted, { mode = 0o644 }] = [packet.text(), packet.uint32(), sftp.readChange(packet)]
    const { flags, isWriting } = sftp.openFlags(wanted)
    const isNew = (flags & constants.O_EXCL) !== 0
    const place = isNew
      ? await tree.entry(account, path)
      : isWriting
        ? await tree.writable(account, path)
        : await tree.readable(account, path)
    return sftp.handle(id, opened.add(await OpenFile.open(place, flags, mode, tree)))
  },

  [request.close]: async (id, packet, { opened }) => {
    await opened.close(packet)
    return sftp.done(id)
  },

  [request.read]: async (id, packet, { opened }) => {
    const file = opened.requireFile(packet)
    const [position, length] = [sftp.uint64(packet), Math.min(packet.uint32(), maxReadBytes)]
    const bytes = file.read(position, length)
    return bytes.length === 0 ? sftp.end(id) : sftp.data(id, bytes)
  },

  [request.write]: async (id, packet, { opened }) => {
    const file = opened.requireFile(packet)
    file.write(sftp.uint64(packet), packet.string())
    return sftp.done(id)
  },

  [request.stat]: async (id, packet, { account, tree }) => {
    const place = await tree.readable(account, packet.text())
    return sftp.attributes(id, { path: place.path, stats: await tree.stats(place) })
  },

  [request.lstat]: async (id, packet, { account, tree }) => {
    const place = await tree.readable(account, packet.text(), { link: true })
    return sftp.attributes(id, { path: place.path, stats: await tree.stats(place, { link: true }) })
  },

  [request.fstat]: async (id, packet, { opened }) => {
    const file = opened.requireFile(packet)
    return sftp.attributes(id, { path: file.place.path, stats: await file.stats() })
  },

  [request.setstat]: async (id, packet, { account, tree }) => {
    await change(account, tree, await tree.writable(account, packet.text()), sftp.readChange(packet))
    return sftp.done(id)
  },

  [request.fsetstat]: async (id, packet, { account, tree, opened }) => {
    const file = opened.requireFile(packet)
    await change(account, tree, file.place, sftp.readChange(packet), file)
    return sftp.done(id)
  },

  [request.opendir]: async (id, packet, { account, tree, opened }) => {
    const place = await tree.readable(account, packet.text())
    const entries = await fs.readdir(place.file)
    return sftp.handle(id, opened.add({ place, entries }))
  },

  [request.readdir]: async (id, packet, { tree, opened }) => {
    const folder = opened.requireFolder(packet)
    const some = folder.entries.splice(0, entriesAtOnce)
    if (some.length === 0) return sftp.end(id)
    const entryOf = async (name: string) => {
      const place = { path: posix.join(folder.place.path, name), file: join(folder.place.file, name) }
      return { name, entry: { path: place.path, stats: await tree.stats(place, { link: true }) } }
    }
    return sftp.names(id, await Promise.all(some.map(entryOf)))
  },

  [request.remove]: async (id, packet, { account, tree }) => {
    await fs.unlink((await tree.entry(account, packet.text())).file)
    tree.changed()
    return sftp.done(id)
  },

  [request.mkdir]: async (id, packet, { account, tree }) => {
    const { file } = await tree.entry(account, packet.text())
    await fs.mkdir(file, { mode: sftp.readChange(packet).mode ?? 0o755 })
    return sftp.done(id)
  },

  [request.rmdir]: async (id, packet, { account, tree }) => {
    await fs.rmdir((await tree.entry(account, packet.text())).file)
    return sftp.done(id)
  },

  [request.realpath]: async (id, packet, { account, tree }) => {
    return sftp.names(id, [{ name: (await tree.find(account, packet.text())).path }])
  },

  // Fails if the target exists, as in the draft.
  [request.rename]: async (id, packet, { account, tree }) => {
    const [from, to] = [await tree.entry(account, packet.text()), await tree.entry(account, packet.text())]
    await fs.link(from.file, to.file)
    await fs.unlink(from.file)
    tree.changed()
    return sftp.done(id)
  },

  [request.readlink]: async (id, packet, { account, tree }) => {
    const { file } = await tree.readable(account, packet.text(), { link: true })
    return sftp.names(id, [{ name: await fs.readlink(file) }])
  },

  [request.extended]: async (id, packet, session) => {
    const name = packet.text()
    return (await extended[name]?.(id, packet, session)) ?? sftp.notOffered(id)
  },
}

const extended: Record<string, Answer> = {
  [sftp.extensions.rename]: async (id, packet, { account, tree }) => {
    const [from, to] = [await tree.entry(account, packet.text()), await tree.entry(account, packet.text())]
    await fs.rename(from.file, to.file)
    tree.changed()
    return sftp.done(id)
  },

  [sftp.extensions.sync]: async (id, packet, { opened }) => {
    await opened.requireFile(packet).save()
    return sftp.done(id)
  },

  [sftp.extensions.changeLink]: async (id, packet, { account, tree }) => {
    const place = await tree.entry(account, packet.text())
    await change(account, tree, place, { uid: sftp.readChange(packet).uid })
    return sftp.done(id)
  },
}

const maxReadBytes = 64 * 1024
const entriesAtOnce = 100

async function change(account: Account, tree: FileTree, place: Place, wanted: sftp.Change, file?: OpenFile) {
  const { size, uid, mode, times } = wanted
  // Ownership follows from the directory, so only changes to that owner succeed.
  if (uid !== undefined && (uid !== ownerOf(place.path).uid || ![0, uid].includes(account.uid))) throw failure('EACCES')
  if (size !== undefined) {
    if (file) file.truncate(size)
    else await tree.truncate(place, size)
  }
  if (mode !== undefined) await (file ? file.chmod(mode) : fs.chmod(place.file, mode))
  if (!times) return
  const { access, modification } = times
  await (file ? file.setTimes(access, modification) : fs.utimes(place.file, access, modification))
}
