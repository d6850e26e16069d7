/** Types of the used parts of nodemailer, which has none. */
declare module 'nodemailer' {
  export type Mail = { from: string; to: string; subject: string; text: string; headers?: Record<string, string> }
  export type Transport = { sendMail(mail: Mail): Promise<unknown>; verify(): Promise<unknown>; close(): void }
  export type TransportOptions = {
    host: string
    port: number
    secure: boolean
    requireTLS: boolean
    auth?: { user: string; pass: string }
    connectionTimeout: number
    greetingTimeout: number
    socketTimeout: number
    dnsTimeout: number
    disableFileAccess: boolean
    disableUrlAccess: boolean
  }
  export function createTransport(options: TransportOptions): Transport
}
