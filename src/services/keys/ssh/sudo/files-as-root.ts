import type { Client, ClientChannel, SFTPWrapper } from 'ssh2'
import sftp from 'ssh2/lib/protocol/SFTP.js'

/** Locations of sshd's SFTP server: Debian, Red Hat, Arch and SUSE, BSD and macOS. */
const servers = [
  '/usr/lib/openssh/sftp-server',
  '/usr/libexec/openssh/sftp-server',
  '/usr/lib/ssh/sftp-server',
  '/usr/libexec/sftp-server',
]

/** Exits with 127 if none exists, like a shell. */
export const startFileServer = `for server in ${servers.join(' ')}; do test -x $server && exec $server; done; exit 127`

type Channel = ClientChannel & { incoming: { id: number }; outgoing: object }
type Channels = { _chanMgr: { update: (id: number, channel: object) => void } }

/** SFTP over a channel with a running SFTP server. */
export async function filesOver(client: Client, channel: ClientChannel): Promise<SFTPWrapper> {
  const { incoming, outgoing } = channel as Channel
  const files = new sftp.SFTP(client, { type: 'sftp', incoming, outgoing })
  const opened = new Promise<SFTPWrapper>((resolve, reject) => {
    files.once('ready', () => resolve(files))
    files.once('error', reject)
    files.once('close', () => reject(new Error('There is no sftp-server')))
  })
  // oxlint-disable-next-line no-underscore-dangle -- nothing of ssh2 that is public hands a channel over
  const channels = (client as unknown as Channels)._chanMgr
  channels.update(incoming.id, files)
  // oxlint-disable-next-line no-underscore-dangle -- as Client.sftp does
  files._init()
  return opened
}
