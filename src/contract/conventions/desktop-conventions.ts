import { asOnRealServers, conventionsOf, type OwnConvention } from './convention.ts'

const all: OwnConvention[] = [
  {
    topic: 'Modules and operations',
    choice: 'som, inventory and desktop, with the operations of the API reference page',
    why: 'The reference names three modules and few operations; the others follow real servers',
    settings: ['dialect.names', 'dialect.operations'],
  },
  {
    topic: 'HTTP methods',
    choice: 'GET reads, POST changes',
    why: asOnRealServers,
    settings: ['dialect.operations'],
  },
  {
    topic: 'Request URLs per role',
    choice: 'One URL for all roles; permissions decide what a user may do',
    why: 'The reference mentions URLs for administrators and users without showing them',
    settings: ['dialect.operations'],
  },
  {
    topic: 'Fields of resources',
    choice: 'Names and types of real servers; every field may be missing, and unknown fields are shown unchanged',
    why: 'The reference shows no fields behind module operations',
    settings: ['dialect.names'],
  },
  {
    topic: 'Envelope of lists',
    choice: 'That of sign-in: message_type, message_response, message_version, status; others are accepted',
    why: 'The reference states an envelope for authentication responses only',
    settings: [],
  },
  {
    topic: 'First page',
    choice: 'Pages count from 0 in the embedded service; the page base of other servers is detected',
    why: 'By the reference page=1 is the second page; real servers count from 1',
    settings: ['dialect.pageBase'],
  },
  {
    topic: 'Parameters that are extensions',
    choice: 'Lists take sort and filters; servers that reject them can be spared',
    why: 'Sorting on the server is needed for lists of any size',
    settings: ['dialect.omits'],
  },
  {
    topic: 'Lifecycle of computers and agents',
    choice: 'installation_status, scan_status and computer_live_status have the numbers of real servers',
    why: 'The reference defines no states',
    settings: [],
  },
  {
    topic: 'Events',
    choice: 'None are expected: pages refetch their data',
    why: 'The reference shows no events',
    settings: [],
  },
  {
    topic: 'Errors',
    choice: 'HTTP status with status "error", error_code and error_description; errors in HTTP 200 are recognized',
    why: 'The reference shows no error body; several forms occur on real servers, and all are read',
    settings: [],
  },
  {
    topic: 'Rate limits',
    choice: 'Failed sign-ins only; 429 with Retry-After is respected',
    why: 'The reference shows no limits',
    settings: [],
  },
  {
    topic: 'Versions',
    choice: 'A connection uses one version, 1.3 by default; others are rejected with 10023',
    why: 'The reference has no policy for other versions',
    settings: ['dialect.version'],
  },
  {
    topic: 'Passwords in base64',
    choice: 'Base64 of UTF-8 bytes, of any length',
    why: 'The reference does not state a character encoding',
    settings: [],
  },
  {
    topic: 'Time until an answer',
    choice: 'Connections 2 s, first byte 10 s, whole answer 30 s',
    why: 'The reference states no deadlines; users should not wait indefinitely',
    settings: ['deadlines'],
  },
]

export const desktopConventions = conventionsOf('desktop', all)
