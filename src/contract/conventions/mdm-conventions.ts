import { payloadKinds } from '#contract/mdm/payload-kinds.ts'
import { iconBytes, roughSize } from '#contract/mdm/upload.ts'
import { asOnRealServers, conventionsOf, type OwnConvention } from './convention.ts'

const all: OwnConvention[] = [
  {
    topic: 'Restriction values −1 and 3',
    choice: 'Shown as the number with “meaning not defined”',
    why: 'According to the reference, no meaning may be assumed',
    settings: [],
  },
  {
    topic: 'Fields that only the sample has',
    choice: 'Labeled by their name, without a description',
    why: 'The reference has no entry for them',
    settings: [],
  },
  {
    topic: 'Fields of profiles, apps, groups and users',
    choice: 'Names of real servers and of the device record; unknown fields are shown unchanged',
    why: 'The reference describes the device record only',
    settings: ['dialect.names'],
  },
  {
    topic: 'Names with a vendor name in them',
    choice: 'The neutral word vendor of the reference; each connection maps whole names',
    why: 'On the wire, several names are behind the same word',
    settings: ['dialect.names'],
  },
  {
    topic: 'Other endpoints',
    choice: 'Paths below devices, groups, profiles, apps and users; the embedded service also answers /api/v1/mdm',
    why: `${asOnRealServers}; the reference states devices only`,
    settings: ['dialect.prefix', 'dialect.names', 'dialect.operations', 'dialect.apiRoot'],
  },
  {
    topic: 'Transitions of a device',
    choice: 'A command is allowed by managed_status and platform; others get CMD0001',
    why: 'The reference lists states and no transitions',
    settings: [],
  },
  {
    topic: 'Next page',
    choice: 'The URL in paging.next is never followed, only its skip-token is used',
    why: 'No server may decide where a credential is sent',
    settings: [],
  },
  {
    topic: 'Paging by number',
    choice: 'The embedded service also takes page, counted from 0, and pagelimit, as in desktop management',
    why: 'The reference has no paging parameter except skip-token',
    settings: [],
  },
  {
    topic: 'Parameters that are extensions',
    choice: 'sort and managed_status; servers that reject them can be spared',
    why: 'Lists of any size have to be sorted and filtered by the server',
    settings: ['dialect.omits'],
  },
  {
    topic: 'Events',
    choice: 'None are expected: pages poll the command history while a command runs',
    why: 'The reference shows no events',
    settings: [],
  },
  {
    topic: 'Call rate, license count, image size',
    choice: `No limit of calls or licenses unless the lab sets one; then 429 with COM0002, or COM00020. A wallpaper has less than ${roughSize(payloadKinds.wallpaper.image.imageBytes)}, the icon of an app at most ${roughSize(iconBytes)}`,
    why: 'The reference names the errors without numbers',
    settings: [],
  },
  {
    topic: 'Versions',
    choice: 'One version; others are answered with COM0012',
    why: 'The reference has no policy for new or retired versions',
    settings: ['dialect.prefix'],
  },
  {
    topic: 'Error code in the sample',
    choice: 'Codes are text; a number is read as its text',
    why: 'The sample has a number, the list of codes has text',
    settings: [],
  },
  {
    topic: 'Statuses without a code',
    choice: 'The embedded service sends the status as the code of 403, 406 and 413',
    why: 'The reference states no code with these statuses, and each of its codes has one status',
    settings: [],
  },
  {
    topic: 'Times',
    choice: 'Epoch milliseconds; other forms are read and shown with the raw value',
    why: 'The reference types times in several ways',
    settings: [],
  },
]

export const mdmConventions = conventionsOf('mdm', all)
