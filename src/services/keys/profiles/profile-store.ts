import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import { profileFields } from '#contract/keys/profiles.ts'
import { builtInProfiles, type Profile } from '#contract/keys/rules/profiles/profile.ts'
import { storable } from '#services/keys/certificate-store.ts'
import { refused } from '#services/keys/refused.ts'
import type { KeyTables } from '#services/keys/tables.ts'

type Database = Kysely<KeyTables>
type OwnProfile = { profile: Profile; createdBy: string }

const definition = z.object(profileFields)

/** Custom profiles, by name. */
export async function ownProfiles(db: Database): Promise<OwnProfile[]> {
  const rows = await db.selectFrom('key_profile').selectAll().orderBy('name').execute()
  return rows.map((row) => ({
    profile: { name: row.name, ...definition.parse(JSON.parse(row.definition)) },
    createdBy: row.created_by,
  }))
}

const everyProfile = async (db: Database): Promise<Profile[]> => [
  ...builtInProfiles,
  ...(await ownProfiles(db)).map(({ profile }) => profile),
]

export async function requireProfile(db: Database, name: string): Promise<Profile> {
  const wanted = name.trim()
  const builtIn = builtInProfiles.find((profile) => profile.name === wanted)
  if (builtIn) return builtIn
  const all = await everyProfile(db)
  const found = all.find((profile) => profile.name === wanted)
  if (found) return found
  const names = all.map((profile) => profile.name).join(', ')
  throw refused('profile', `There is no profile ${JSON.stringify(storable(wanted).slice(0, 80))}; available: ${names}`)
}

/** Profile names of an authority, in order; undefined if unrestricted. */
export async function profilesOfAuthority(db: Database, issuer: string): Promise<string[] | undefined> {
  const rows = await db
    .selectFrom('key_authority_profile')
    .select('profile')
    .where('issuer', '=', issuer)
    .orderBy('position')
    .execute()
  return rows.length > 0 ? rows.map(({ profile }) => profile) : undefined
}

/** Names of authorities restricted to profiles, as far as they are in the inventory. */
export async function limitedAuthorities(db: Database): Promise<{ profile: string; authority: string }[]> {
  const rows = await db
    .selectFrom('key_authority_profile as limit')
    .leftJoin('key_certificate as certificate', 'certificate.sha256', 'limit.issuer')
    .select(['limit.profile', 'limit.issuer', 'certificate.common_name'])
    .orderBy('limit.issuer')
    .execute()
  return rows.map(({ profile, issuer, common_name }) => ({ profile, authority: common_name ?? issuer }))
}
