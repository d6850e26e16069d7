/** Of smtp-server, which brings no types, what is used here. */
declare module 'smtp-server' {
  import type { Server } from 'node:net'
  import type { Readable } from 'node:stream'

  type Options = {
    authOptional: boolean
    disabledCommands: string[]
    onData?: (stream: Readable, session: object, done: () => void) => void
    onRcptTo?: (address: object, session: object, done: (error: Error) => void) => void
  }
  export class SMTPServer {
    constructor(options: Options)
    listen(port: number, host: string): Server
    close(done: () => void): void
    on(event: 'error', listener: (error: Error) => void): this
  }
}
