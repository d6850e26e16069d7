import type { connections, ConnectionView } from '#contract/console/connections.ts'
import type { Output } from '#contract/endpoint.ts'

type Guide = {
  /** How a new key is made at the server. */
  make: readonly string[]
  /** How the old one is ended there. */
  end: string
}

const tiedToHost = 'A key is tied to the host that it was made on: make it on the machine that this console runs on.'

/** Where keys are made at a server of this service, in the words of its reference. */
const guides: Partial<Record<ConnectionView['service'], Guide>> = {
  // mobile-device-management, Authentication 1
  mdm: {
    make: [
      'In the server, open Admin, then API Key Generation under Integrations, and follow the instructions.',
      'A key is valid for six months.',
    ],
    end: 'Open Admin, API Key Generation in the server and remove it there.',
  },
  // key-management, Authentication
  keys: {
    make: [
      'In the server, open Settings, API Key tab, and press Generate; only its administrators can.',
      tiedToHost,
      'Where the key in use has become known to others, press Regenerate instead: it ends the old one at once.',
    ],
    end: 'Open Settings, API Key in the server and remove it there.',
  },

  desktop: {
    make: ['In the server, open Admin, then API Key Management, and make a key for the account of this console.'],
    end: 'Open Admin, API Key Management in the server and remove it there.',
  },
}

/** The embedded services have no user interface but this page. */
const embeddedGuide: Guide = {
  make: ['Press “Generate a key” in the list of this service below, and copy the key.'],
  end: 'Revoke it in the list of this service below.',
}

export const guideFor = (service: ConnectionView['service'], embedded: boolean): Guide =>
  (embedded ? undefined : guides[service]) ?? embeddedGuide

type OldKey = Output<typeof connections.replaceKey>['oldKey']
type Before = { key: NonNullable<ConnectionView['key']>; embedded: boolean; guide: Guide }

/** What became of the key before, and what is left to do about it. */
export function aboutOldKey(oldKey: OldKey, { key, embedded, guide }: Before): { tone: 'ok' | 'warn'; text: string } {
  if (oldKey === 'refused') {
    return { tone: 'ok', text: 'The server no longer takes the old key: nothing is left to do.' }
  }
  if (embedded && key.source === 'configuration') {
    return { tone: 'ok', text: 'The console had made the old key for itself. It ends by itself, within a day.' }
  }
  const still = oldKey === 'still taken' ? 'still takes the old key' : 'did not say whether it still takes the old key'
  return { tone: 'warn', text: `The server ${still}. ${guide.end}` }
}
