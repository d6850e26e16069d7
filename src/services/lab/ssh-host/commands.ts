import type { ServerChannel } from 'ssh2'
import { Refusal } from '#crypto/refusal.ts'
import { readDeployed } from '#services/lab/tls-hosts/deployed-host.ts'
import type { Account } from './accounts.ts'
import { type FileTree, passwdFile } from './file-tree.ts'

/** Supported command lines; there is no shell. */
const commands: Record<string, (account: Account, tree: FileTree) => Promise<string>> = {
  'getent passwd': (_, tree) => passwd(tree),
  'cat /etc/passwd': (_, tree) => passwd(tree),
  'id -un': async ({ name }) => `${name}\n`,
  'id -u': async ({ uid }) => `${uid}\n`,
  'systemctl reload web': async (_, tree) => {
    await readDeployed(tree)
    return ''
  },
}

export async function runCommand(command: string, channel: ServerChannel, account: Account, tree: FileTree) {
  const run = Object.hasOwn(commands, command) ? commands[command] : undefined
  try {
    if (run) channel.write(await run(account, tree))
    else channel.stderr.write('command not found\n')
    channel.exit(run ? 0 : 127)
  } catch (error) {
    if (error instanceof Refusal) channel.stderr.write(`${error.message}\n`)
    channel.exit(1)
  }
  channel.end()
}

const passwd = async (tree: FileTree) => (await tree.read(passwdFile)).toString()
