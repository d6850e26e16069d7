import type { Kysely } from 'kysely'
import { selfClientMinutes } from '#contract/identity/tokens.ts'
import { Problem } from '#contract/problem.ts'
import type { Account } from '#services/desktop/accounts.ts'
import { linksIn, type PageContext } from './address.ts'
import { readScopes } from './authorization-request.ts'
import { clientsPerAccount, type ClientStore } from './clients.ts'
import { issueCode } from './codes.ts'
import { fields } from './form.ts'
import { grantable } from './granted-scopes.ts'
import {
  developerBody,
  developerFields,
  developerSteps,
  type Refused,
  removalBody,
  secretBody,
  selfClientBody,
} from './pages/developer-page.ts'
import { answerPage, type Html } from './pages/page.ts'
import { readRegistration } from './registration.ts'
import { again, type SignedInVisitor, type SignInFlow } from './sign-in-flow.ts'
import type { IdentityTables } from './tables.ts'

type Parts = { db: Kysely<IdentityTables>; clients: ClientStore; signedIn: SignInFlow }
type Typed = { context: PageContext; visitor: SignedInVisitor; form: URLSearchParams }

const title = 'Developer console'

/** Pages to register applications and create self-client codes. */
export function developerConsole({ db, clients, signedIn }: Parts) {
  async function show(context: PageContext, visitor: SignedInVisitor, refused?: Refused) {
    const body = developerBody({ visitor, clients: await clients.ofAccount(visitor.account.id), refused })
    return answerPage(context, { title, body, wide: true, status: refused ? 400 : 200 })
  }
  const showOnce = (context: PageContext, body: Html) => answerPage(context, { title, body })

  async function register({ context, visitor, form }: Typed) {
    const registration = readRegistration(form)
    const refuse = (errors: Record<string, string>) =>
      show(context, visitor, { step: developerSteps.register, typed: form, errors })
    if ('errors' in registration) return refuse(registration.errors)
    if ((await clients.ofAccount(visitor.account.id)).length >= clientsPerAccount) {
      return refuse({ [developerFields.name]: `You have ${clientsPerAccount} clients, the maximum; delete one first` })
    }
    return showOnce(context, secretBody(linksIn(context), await clients.register(visitor.account.id, registration)))
  }

  async function renewSecret({ context, visitor, form }: Typed) {
    const id = form.get(developerFields.client) ?? ''
    const secret = await clients.renewSecret(visitor.account.id, id)
    return secret === undefined ? again(context) : showOnce(context, secretBody(linksIn(context), { id, secret }))
  }

  async function askToRemove({ context, visitor, form }: Typed) {
    const own = await clients.ofAccount(visitor.account.id)
    const client = own.find(({ id, isDemo }) => !isDemo && id === form.get(developerFields.client))
    return client ? showOnce(context, removalBody(linksIn(context), visitor, client)) : again(context)
  }

  async function remove({ context, visitor, form }: Typed) {
    await clients.remove(visitor.account.id, form.get(developerFields.client) ?? '')
    return again(context)
  }

  async function makeSelfClientCode({ context, visitor, form }: Typed) {
    const minutes = Number(form.get(developerFields.minutes))
    const client = (await clients.ofAccount(visitor.account.id)).find(
      ({ id }) => id === form.get(developerFields.client),
    )
    const scopes = selfClientScopes(form, visitor.account)
    const lives = selfClientMinutes.some((allowed) => allowed === minutes)
    if (!client || !lives) return again(context)
    if (typeof scopes === 'string') {
      const errors = { [developerFields.scopes]: scopes }
      return show(context, visitor, { step: developerSteps.selfClient, typed: form, errors })
    }
    const code = await issueCode(db, {
      client_id: client.id,
      account_id: visitor.account.id,
      redirect_uri: null,
      requested: scopes,
      scopes,
      state: null,
      challenge: null,
      refreshable: 1,
      lifeMs: minutes * 60_000,
    })
    return showOnce(context, selfClientBody(linksIn(context), code, minutes))
  }

  const steps: Partial<Record<string, (typed: Typed) => Promise<Response>>> = {
    [developerSteps.register]: register,
    [developerSteps.secret]: renewSecret,
    [developerSteps.remove]: askToRemove,
    [developerSteps.reallyRemove]: remove,
    [developerSteps.selfClient]: makeSelfClientCode,
  }

  return (context: PageContext): Promise<Response> =>
    signedIn(context, {
      reason: 'to register applications',
      inside: (visitor, form) => {
        const step = form && steps[form.get(fields.step) ?? '']
        return step ? step({ context, visitor, form }) : show(context, visitor)
      },
    })
}

/** The entered scopes, or why they are rejected. */
function selfClientScopes(form: URLSearchParams, { role }: Account): string[] | string {
  try {
    const names = readScopes(form.get(developerFields.scopes) ?? '')
    const more = names.find((name) => grantable([name], role).length === 0)
    return more === undefined ? names : `Your account cannot grant ${more}`
  } catch (problem) {
    if (problem instanceof Problem) return 'Enter scopes from the list on the first page, separated by commas'
    throw problem
  }
}
