/** Types of the used parts of smtp-server; its own would add those of all its options. */
declare module 'smtp-server' {
  import type { Server } from 'node:net'
  import type { Readable } from 'node:stream'

  type Session = { user?: string; envelope: { rcptTo: { address: string }[] } }
  type Done = (error?: Error) => void
  type Options = {
    authOptional?: boolean
    allowInsecureAuth?: boolean
    authMethods?: string[]
    disabledCommands: string[]
    disableReverseLookup?: boolean
    size?: number
    rejectOversized?: boolean
    maxClients?: number
    socketTimeout?: number
    closeTimeout?: number
    onConnect?: (session: Session, done: Done) => void
    onAuth?: (
      given: { username: string; password: string },
      session: Session,
      done: (error: Error | null, accepted?: { user: string }) => void,
    ) => void
    onData?: (stream: Readable & { sizeExceeded: boolean }, session: Session, done: Done) => void
    onRcptTo?: (address: { address: string }, session: Session, done: Done) => void
  }
  export class SMTPServer {
    constructor(options: Options)
    listen(port: number, host: string): Server
    close(done: () => void): void
    on(event: 'error', listener: (error: Error) => void): this
  }
}
