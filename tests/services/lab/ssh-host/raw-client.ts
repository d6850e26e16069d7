import { once } from 'node:events'
import { promisify } from 'node:util'
import { Client, type ClientChannel, type ConnectConfig, type SFTPWrapper } from 'ssh2'

/** ssh2 as it is, to send what our own client never would. */
export async function rawClient(port: number, login: ConnectConfig) {
  const client = new Client()
  client.connect({ host: '127.0.0.1', port, ...login })
  await once(client, 'ready')
  client.setNoDelay(true)
  client.on('error', () => {})
  return {
    client,
    sftp: (): Promise<SFTPWrapper> => promisify(client.sftp.bind(client))(),
    subsystem: (name: string) =>
      new Promise<ClientChannel>((resolve, reject) =>
        client.subsys(name, (error, channel) => (error ? reject(error) : resolve(channel))),
      ),
    exitCode: (command: string) =>
      new Promise<number>((resolve, reject) =>
        client.exec(command, (error, channel) => (error ? reject(error) : channel.on('exit', resolve).resume())),
      ),
    [Symbol.dispose]: () => void client.end(),
  }
}
