// ssh2 offers SFTP over the subsystem of that name alone. Its class works over any channel; the version is pinned.
declare module 'ssh2/lib/protocol/SFTP.js' {
  import type { Client, SFTPWrapper } from 'ssh2'

  interface FilesOverChannel extends SFTPWrapper {
    /** Sends the first packet of the protocol. */
    _init(): void
  }
  const protocol: {
    SFTP: new (client: Client, channel: { type: 'sftp'; incoming: object; outgoing: object }) => FilesOverChannel
  }
  export default protocol
}
