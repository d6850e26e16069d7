import type { Transaction } from 'kysely'
import type { Input } from '#contract/endpoint.ts'
import type { addProfile, profileRows } from '#contract/keys/profiles.ts'
import { authorityUsages } from '#contract/keys/rules/profiles/key-usage.ts'
import { allCurves, builtInProfiles, isBuiltIn, type Profile } from '#contract/keys/rules/profiles/profile.ts'
import { issuableName } from '#crypto/x509/alternative-name.ts'
import { readFingerprint } from '#services/keys/issuing/fingerprint.ts'
import type { KeyCall, KeyManagement } from '#services/keys/key-management.ts'
import { requireName, requirePlainText } from '#services/keys/names.ts'
import { refused } from '#services/keys/refused.ts'
import type { KeyTables } from '#services/keys/tables.ts'
import type { Handlers } from '#services/router.ts'
import { limitedAuthorities, ownProfiles, requireProfile } from './profile-store.ts'

const maxProfiles = 200

/** Extension: certificate profiles. */
export function profileHandlers({ db, audit }: KeyManagement): Handlers<typeof profileRows, KeyCall> {
  type AddInput = Input<typeof addProfile>

  /** Writes the audit entry first, which serializes transactions, so that concurrent calls do not use the same name. */
  const changing = (call: KeyCall, text: string, work: (transaction: Transaction<KeyTables>) => Promise<unknown>) =>
    db.transaction().execute(async (transaction) => {
      await audit.record(transaction, call, text)
      await work(transaction)
    })

  const written = ({ name: _name, ...definition }: AddInput) => JSON.stringify(definition)

  return {
    listProfiles: async () => {
      const limits = await limitedAuthorities(db)
      const rowOf = (profile: Profile, createdBy?: string) => ({
        ...profile,
        keyUsage: [...profile.keyUsage],
        extendedKeyUsage: [...profile.extendedKeyUsage],
        optionalUsage: [...profile.optionalUsage],
        curves: [...profile.curves],
        names: [...profile.names],
        requiredNames: [...profile.requiredNames],
        domains: [...profile.domains],
        isBuiltIn: createdBy === undefined,
        ...(createdBy !== undefined && { createdBy }),
        authorities: limits.filter((limit) => limit.profile === profile.name).map(({ authority }) => authority),
      })
      const own = await ownProfiles(db)
      return {
        rows: [
          ...builtInProfiles.map((profile) => rowOf(profile)),
          ...own.map(({ profile, createdBy }) => rowOf(profile, createdBy)),
        ],
      }
    },

    addProfile: async (wish, call) => {
      requireSound(wish)
      requireName('name', wish.name)
      if (isBuiltIn(wish.name)) throw refused('name', `“${wish.name}” is a built-in profile; choose another name`)
      await changing(call, `Profile “${wish.name}” added`, async (transaction) => {
        const own = await ownProfiles(transaction)
        if (own.length >= maxProfiles) throw refused('name', `At most ${maxProfiles} profiles of your own are kept`)
        const same = own.find(({ profile }) => profile.name.toLowerCase() === wish.name.toLowerCase())
        if (same) throw refused('name', `A profile “${same.profile.name}” already exists`)
        const row = { name: wish.name, definition: written(wish), created_by: call.username, created_at: Date.now() }
        await transaction.insertInto('key_profile').values(row).execute()
      })
      return { message: 'Profile added successfully' }
    },

    changeProfile: async (wish, call) => {
      requireSound(wish)
      requireOwn(wish.name)
      await changing(call, `Profile “${wish.name}” changed`, async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable('key_profile')
          .set({ definition: written(wish) })
          .where('name', '=', wish.name)
          .executeTakeFirstOrThrow()
        if (numUpdatedRows === 0n) throw refused('name', `There is no profile “${wish.name}”`)
      })
      return { message: 'Profile changed successfully' }
    },

    removeProfile: async ({ name }, call) => {
      requireOwn(name)
      await changing(call, `Profile “${name}” deleted`, async (transaction) => {
        const limit = (await limitedAuthorities(transaction)).find(({ profile }) => profile === name)
        if (limit) throw refused('name', `The authority “${limit.authority}” is limited to it; change that first`)
        const { numDeletedRows } = await transaction
          .deleteFrom('key_profile')
          .where('name', '=', name)
          .executeTakeFirstOrThrow()
        if (numDeletedRows === 0n) throw refused('name', `There is no profile “${name}”`)
      })
      return { message: 'Profile deleted successfully' }
    },

    setAuthorityProfiles: async ({ sha256, profiles }, call) => {
      const issuer = readFingerprint(sha256)
      const authority = issuer && (await findAuthority(issuer))
      if (!authority) throw refused('sha256', 'There is no internal authority with this fingerprint')
      const names = [...new Set(profiles)]
      const limit = names.length > 0 ? `limited to ${names.join(', ')}` : 'issues all profiles'
      await changing(call, `Authority “${authority.common_name}” ${limit}`, async (transaction) => {
        for (const name of names) await requireProfile(transaction, name)
        await transaction.deleteFrom('key_authority_profile').where('issuer', '=', issuer).execute()
        const rows = names.map((profile, position) => ({ issuer, profile, position }))
        if (rows.length > 0) await transaction.insertInto('key_authority_profile').values(rows).execute()
      })
      return { message: names.length > 0 ? 'Profiles saved successfully' : 'The authority issues all profiles' }
    },
  }

  function findAuthority(sha256: string) {
    return db
      .selectFrom('key_certificate')
      .select('common_name')
      .where('sha256', '=', sha256)
      .where('is_authority', '=', 1)
      .where('sealed_key', 'is not', null)
      .executeTakeFirst()
  }
}

function requireOwn(name: string) {
  if (isBuiltIn(name)) throw refused('name', `“${name}” is a built-in profile, which cannot be changed; add your own`)
}

/** Rejects profiles that no certificate could satisfy when they are saved. */
function requireSound(wish: Input<typeof addProfile>) {
  requirePlainText('description', wish.description)
  const { isAuthority, keyUsage, names, requiredNames, curves, rsaBits, ed25519, domains } = wish
  const ofAuthority = authorityUsages.filter((usage) => keyUsage.includes(usage))
  if (isAuthority && ofAuthority.length < authorityUsages.length)
    throw refused('keyUsage', `A profile for authorities needs ${authorityUsages.join(' and ')}`)
  if (!isAuthority && ofAuthority.length > 0)
    throw refused('keyUsage', `${ofAuthority.join(' and ')} is for certificate authorities only`)
  if (rsaBits === 0 && curves.length === 0 && !ed25519) throw refused('rsaBits', 'Allow one kind of key at least')
  if (rsaBits !== 0 && rsaBits < 1024) throw refused('rsaBits', 'Keys of fewer than 1,024 bits are never issued')
  const unknown = curves.find((bits) => !allCurves.some((one) => one === bits))
  if (unknown !== undefined) throw refused('curves', `${unknown} is none of ${allCurves.join(', ')}`)
  const missing = requiredNames.find((kind) => !names.includes(kind))
  if (missing) throw refused('requiredNames', `${missing} is required but not allowed`)
  const isDomain = (domain: string) =>
    !domain.startsWith('*') && issuableName({ type: 'dns', value: domain })?.value === domain.toLowerCase()
  const wrong = domains.find((domain) => !isDomain(domain))
  if (wrong !== undefined) throw refused('domains', `${JSON.stringify(wrong.slice(0, 80))} is not a domain`)
}
