// ssh2 only offers SFTP through the subsystem. Its class works with any channel; the version is pinned.
declare module 'ssh2/lib/protocol/SFTP.js' {
  import type { Client, SFTPWrapper } from 'ssh2'

  interface FilesOverChannel extends SFTPWrapper {
    /** Sends the first protocol packet. */
    _init(): void
  }
  const protocol: {
    SFTP: new (client: Client, channel: { type: 'sftp'; incoming: object; outgoing: object }) => FilesOverChannel
  }
  export default protocol
}
