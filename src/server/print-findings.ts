import { serviceTitles } from '#contract/words/service-names.ts'
import { print } from './announce.ts'
import type { startConsole } from './start-console.ts'

type Health = ReturnType<typeof startConsole>['health']

/** Prints connection problems at startup, since users may be unable to sign in and see them. */
export async function printFindings({ sites, check }: Health) {
  for (const site of sites) {
    for (const { name, service, findings } of await check(site, undefined)) {
      const told = findings.filter(
        ({ level, check: what }) => level === 'bad' || (level === 'warning' && what === 'address'),
      )
      for (const { title, detail, next } of told) {
        const facts = detail ? ` (${detail})` : ''
        print(`Connection ${name}, ${serviceTitles[service]}: ${title}${facts}. ${next ?? ''}`.trim())
      }
    }
  }
}
