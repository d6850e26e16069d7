// The conventions of .github/CONTRIBUTING.md as functions from one source file to its violations.
import { basename, dirname, posix } from 'node:path'
import { parseSync } from 'vite'

export interface SourceFile {
  path: string
  text: string
}

const browserSide = ['api', 'components', 'contract', 'further-pages', 'pages', 'paths', 'routes', 'ui']

const mayImport: Record<string, string[]> = {
  contract: [],
  crypto: [],
  paths: [],
  ui: [],
  api: ['contract'],
  platform: ['contract'],
  proxy: ['contract', 'platform'],
  services: ['contract', 'crypto', 'platform'],
  components: ['api', 'contract', 'paths', 'ui'],
  pages: ['api', 'components', 'contract', 'paths', 'ui'],
  main: browserSide,
  routes: browserSide,
  'further-pages': ['pages', 'paths', 'ui'],
  server: ['contract', 'crypto', 'paths', 'platform', 'proxy', 'services'],
}

export const fileRules: Record<string, (file: SourceFile) => string[]> = {
  'an area imports only what the layout allows': (file) =>
    ownImports(file)
      .map((target) => ({ from: areaOf(file.path), to: areaOf(target), target }))
      .filter(({ from, to }) => from !== to && !mayImport[from]?.includes(to))
      .map(({ from, target }) => `${from} may not import ${target}`),

  'a page folder imports no other page folder': (file) =>
    ownImports(file)
      .filter((target) => areaOf(file.path) === 'pages' && areaOf(target) === 'pages')
      .filter((target) => pageFolder(target) !== pageFolder(file.path))
      .map((target) => `${target} belongs to another page; what two pages share moves to components or ui`),

  'an import names its file from # or its folder, with the extension': (file) =>
    importsOf(file)
      .filter((name) => /^(#|\.)/.test(name))
      .filter((name) => name.startsWith('../') || !/\.\w+(\?\w+)?$/.test(name))
      .map((name) => `${name} should be #area/file.ts or ./file.ts`),

  'the contract needs zod only, and nothing that a browser loads needs Node': (file) =>
    importsOf(file)
      .filter((name) => !/^(#|\.)/.test(name))
      .filter((name) =>
        areaOf(file.path) === 'contract'
          ? !/^zod\/(mini$|v4\/locales\/)/.test(name)
          : [...browserSide, 'main'].includes(areaOf(file.path)) && name.startsWith('node:'),
      )
      .map((name) => `may not import ${name}`),

  'every effect names its external system': ({ text }) => {
    const lines = text.split('\n')
    return lines
      .filter(
        (line, at) => /\buse(Layout|Insertion)?Effect\(/.test(line) && !isComment(line) && !isComment(lines[at - 1]),
      )
      .map((line) => `${line.trim()} has no comment on its line or the line above`)
  },

  'no enum, no default export': (file) => {
    const { program } = parseSync(file.path, file.text)
    const declared = program.body.map((node) => (node.type === 'ExportNamedDeclaration' ? node.declaration : node))
    return [
      ...program.body.filter(({ type }) => type === 'ExportDefaultDeclaration').map(() => 'has a default export'),
      ...declared.filter((node) => node?.type === 'TSEnumDeclaration').map(() => 'declares an enum'),
    ]
  },

  'only discovery and the validation of names talk to a host whose certificate they do not trust': (file) =>
    /rejectUnauthorized:\s*false/.test(withoutComments(file)) &&
    !/^src\/services\/keys\/(discovery|acme\/validation)\//.test(file.path) &&
    file.path !== 'src/services/tier.ts' // a server's: of clients, who are refused one by one
      ? ['switches off the check of certificates']
      : [],

  'a text cites nothing that its reader cannot open': ({ text }) =>
    [
      ...text.matchAll(/\b(?:BFF|SPA)-\d+|\bM\d{2,3}\b(?![^"]*")|\bconventions \d+|\bfield-notes \d|\b(?:DSC|SVC)-\d/g),
    ].map(([citation]) => `${citation} stands in no file of the repository`),

  'texts and names use the terms of the field': (file) =>
    formerTerms
      .filter((term) => term.test(withoutComments(file).replaceAll(quotedTerms, '')))
      .map((term) => `${term.source} is not a term of the field`),

  'a wire path is spelled in the contract only': (file) =>
    areaOf(file.path) === 'contract'
      ? []
      : [...withoutComments(file).matchAll(/\/api\/(v?\d|pki)[\w./]*|\/oauth\/(v\d|user)[\w./]*/g)].map(
          ([path]) => `${path} belongs to a row`,
        ),
}

/** The groups of files that import each other in a circle, by Tarjan's algorithm; each in alphabetical order. */
export function circlesIn(files: readonly SourceFile[]): string[][] {
  const imports = new Map(files.map((file) => [file.path, ownImports(file)]))
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const circles: string[][] = []
  const visit = (path: string): number => {
    const at = order.size
    order.set(path, at)
    lowest.set(path, at)
    stack.push(path)
    for (const next of imports.get(path) ?? []) {
      if (!imports.has(next)) continue
      const reached = order.has(next) ? (stack.includes(next) ? (order.get(next) ?? at) : at) : visit(next)
      lowest.set(path, Math.min(lowest.get(path) ?? at, reached))
    }
    const low = lowest.get(path) ?? at
    if (low === at) {
      const circle = stack.splice(stack.indexOf(path))
      if (circle.length > 1) circles.push(circle.toSorted())
    }
    return low
  }
  for (const { path } of files) if (!order.has(path)) visit(path)
  return circles
}

/** Pairs of files that share a run of lines, imports and blank lines left out: what both need stands in one place. */
export function sharedRuns(files: readonly SourceFile[], longestLines: number): string[] {
  const firstWith = new Map<string, string>()
  const found = new Set<string>()
  for (const { path, text } of files) {
    const lines = text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line && !line.startsWith('import '))
    for (let at = 0; at + longestLines < lines.length; at++) {
      const run = lines.slice(at, at + longestLines + 1).join('\n')
      const first = firstWith.get(run) ?? path
      if (first !== path) found.add(`${first} and ${path}`)
      firstWith.set(run, first)
    }
  }
  return [...found]
}

/** Texts and names that were replaced (decision 121); what another system spells so stays. */
const formerTerms = [
  /does not tell\b|[Nn]ot told by|is told elsewhere|server tells |Tell me when|could not be told/,
  /Plan for later|\b[Oo]wn fields?\b|Ask authority|Take back|not yet sent|Copy call card|Not held\b/,
  /Nobody (approved|compared)|Nobody has compared|second person’s approval|somebody presses|Your account may not/,
  /credential of its own|as it is now|for so long|says little|or says too little|called well|are doing\b/,
  /Who notices|Where they look|asked anew|answers anew|broke off amid|test mail\b|One message a day/,
  /\b([nN]otTold|ToldOnce|Tellers?|smtpWay|mailboxWay|MailWay|connectedWorld|embeddedWorld|worldTime|readWorld)\b/,
  /licence|colour|catalogue|organis(?=a|e|i)|enrolment|authoris|recognis|\be-mail|data centre/i,
  /Who signs|old machine|Whom to ask|Start the search|Nothing known against|stands still|shown this once/,
  /If it stays|Nothing is known by|may not work now|Take the old key|Nobody else: it signs|Look how /,
  /\b(patienceSeconds|letGo|stillAllowed|isStillSignedIn|tellWatcher|SeenCall|mostBytes|fewRows|asAlways)\b/,
  /\b(saidBy|goOn|isMended|mended|mendInput|atOnce|patience|patienceMs|twins?)\b/,
  /\b(most|usual|least|estate|Estate)[A-Z]|\w(AtMost|IsUsual|InWords)\b|\binWords\b/,
  /\b(type|interface) (Asked|Asking|Told|Kept|Said|Wanted|Wish|Thing|Known|Shown|Looked|Made)\b/,
  /\b(KeptSince|NothingListed|KeptWithAccount|useKept\w+|keptLists|askDevices|askList|UnaskedTabs|ShownOnce)\b/,
  /\b(SaidNotOffered|lookWhoIsSignedIn|runWhenWanted|askerOf|toldBy\w+|keptFor|lockedHere|codeThatSays)\b/,
  /\b(Twins|Namesakes|TakeBack|landmarks|Turnstile|takeTurns|ownRows|OwnHandlers|journeys|whence)\b/,
]
const quotedTerms = /Not authorised \/ invalid auth token|device_licences|new Dice\('licence[^']*'/g

const wordsInKebabCase = /^[a-z0-9]+(-[a-z0-9]+)*$/
const wordsInPascalCase = /^([A-Z][a-z0-9]*)+$/
const vagueNames = ['utils', 'util', 'common', 'helpers', 'helper', 'types', 'misc', 'index']

export const nameRules: Record<string, (path: string) => string[]> = {
  'a component file is PascalCase.tsx, every other file and folder kebab-case': (path) => {
    const [stem = '', ...suffixes] = basename(path).split('.')
    const component = path.endsWith('.tsx') && !['src/main.tsx', 'src/routes.tsx'].includes(path)
    const isTest = suffixes.includes('test') // named like what it tests
    const wellNamed = wordsInKebabCase.test(stem)
      ? !component || isTest
      : wordsInPascalCase.test(stem) && (component || isTest)
    return wellNamed &&
      dirname(path)
        .split('/')
        .every((folder) => wordsInKebabCase.test(folder))
      ? []
      : [path]
  },

  'a name says what is inside': (path) =>
    path
      .split(/[/.]/)
      .filter((name) => vagueNames.includes(name))
      .map((name) => `${path}: ${name} says nothing`),
}

/** Works out the same of a file once, however many rules ask for it. */
function once<T>(of: (file: SourceFile) => T) {
  const known = new WeakMap<SourceFile, T>()
  return (file: SourceFile): T => {
    const value = known.get(file) ?? of(file)
    known.set(file, value)
    return value
  }
}

const importsOf = once(({ path, text }) => {
  const { module } = parseSync(path, text)
  return [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
    ...module.dynamicImports.map(({ moduleRequest }) => text.slice(moduleRequest.start + 1, moduleRequest.end - 1)),
  ]
})

/** Imports of our own files, as paths from the top of the repository. */
const ownImports = (file: SourceFile) =>
  importsOf(file).flatMap((name) => {
    if (name.startsWith('#')) return name.replace('#', 'src/')
    return name.startsWith('.') ? posix.join(dirname(file.path), name) : []
  })

const withoutComments = once(({ path, text }) =>
  parseSync(path, text).comments.reduceRight((code, { start, end }) => code.slice(0, start) + code.slice(end), text),
)

const areaOf = (path: string) => path.split('/')[1]?.replace(/\.tsx?$/, '') ?? path
const pageFolder = (path: string) => path.split('/')[2]
const isComment = (line = '') => /\/\/|\*\//.test(line)
