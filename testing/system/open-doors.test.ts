// Random sequences of signing in, changes of roles and removals leave nobody with more than they should have.
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import fc from 'fast-check'
import type { Role } from '#contract/wire/roles.ts'
import type { ParleyError } from '#sdk/index.ts'
import { createSignInLink } from '#server/features/members/index.ts'
import { openBrowser, signInMember, type TestBrowser, type TestMember } from '../app/members.ts'
import { startTestApp } from '../app/test-app.ts'

const parley = await startTestApp()
after(() => parley[Symbol.asyncDispose]())

type Action =
  | { kind: 'sign-in'; who: number }
  | { kind: 'sign-out'; which: number }
  | { kind: 'role'; by: number; who: number; role: Role }
  | { kind: 'remove'; by: number; who: number }
  | { kind: 'invite'; by: number; who: number; role: Role }
  | { kind: 'end-others'; which: number }

const people = 3
const who = fc.nat(people - 1)
const role = fc.constantFrom<Role>('owner', 'editor', 'agent', 'viewer')
const action: fc.Arbitrary<Action> = fc.oneof(
  fc.record({ kind: fc.constant('sign-in' as const), who }),
  fc.record({ kind: fc.constant('sign-out' as const), which: fc.nat(9) }),
  fc.record({ kind: fc.constant('role' as const), by: who, who, role }),
  fc.record({ kind: fc.constant('remove' as const), by: who, who }),
  fc.record({ kind: fc.constant('invite' as const), by: who, who, role }),
  fc.record({ kind: fc.constant('end-others' as const), which: fc.nat(9) }),
)

interface Session extends TestBrowser {
  person: number
  isOpen: boolean
}

/** What the account should look like, without concurrency. */
class Model {
  roles: (Role | undefined)[] = []
  sessions: Session[] = []
  isOwner = (person: number): boolean => this.roles[person] === 'owner'
  isLastOwner = (person: number): boolean =>
    this.isOwner(person) && this.roles.filter((each) => each === 'owner').length === 1
}

const statusOf = (call: Promise<unknown>): Promise<number> =>
  call.then(
    () => 200,
    (error: ParleyError) => error.status,
  )

async function play(members: TestMember[], model: Model, step: Action): Promise<void> {
  /** A session of the person, or a closed one. */
  const as = (person: number) => model.sessions.find((session) => session.person === person && session.isOpen)
  const pick = (which: number) => model.sessions[which % Math.max(1, model.sessions.length)]
  if (step.kind === 'sign-in') {
    if (model.roles[step.who] === undefined) return
    model.sessions.push(await openSession(members[step.who]!, step.who))
  } else if (step.kind === 'sign-out') {
    const session = pick(step.which)
    if (!session?.isOpen) return
    // The cookie is kept, as a thief would keep it.
    const stolen = openBrowser(parley, session.cookie())
    await session.client.session.signOut()
    Object.assign(session, stolen, { isOpen: false })
  } else if (step.kind === 'end-others') {
    const session = pick(step.which)
    if (!session?.isOpen) return
    for (const { id, is_current } of (await session.client.session.list()).data)
      if (!is_current) await session.client.session.revoke({ id })
    for (const other of model.sessions) if (other !== session && other.person === session.person) other.isOpen = false
  } else if (step.kind === 'invite') {
    await invite(members, model, step, as(step.by))
  } else {
    const session = as(step.by)
    if (!session) return
    const id = members[step.who]!.userId
    const status = await statusOf(
      step.kind === 'remove'
        ? session.client.members.remove({ id })
        : session.client.members.update({ id, role: step.role }),
    )
    const isLast = model.isLastOwner(step.who) && (step.kind === 'remove' || step.role !== 'owner')
    const expected = !model.isOwner(step.by) ? 403 : model.roles[step.who] === undefined ? 404 : isLast ? 409 : 200
    assert.equal(status, expected, JSON.stringify(step))
    if (status !== 200) return
    model.roles[step.who] = step.kind === 'remove' ? undefined : step.role
    if (step.kind === 'remove') for (const each of model.sessions) if (each.person === step.who) each.isOpen = false
  }
}

async function invite(
  members: TestMember[],
  model: Model,
  { who: person, by, role: invited }: Extract<Action, { kind: 'invite' }>,
  session: Session | undefined,
): Promise<void> {
  if (!session) return
  const { email } = members[person]!
  const reply = await session.client.members
    .invite({ email, role: invited })
    .catch((error: ParleyError) => error.status)
  const expected = !model.isOwner(by) ? 403 : model.roles[person] !== undefined ? 409 : 201
  assert.equal(typeof reply === 'number' ? reply : 201, expected)
  if (typeof reply === 'number') return
  // Without a session of the invited user, the link is worth nothing.
  const token = reply.url!.split('=').at(-1)!
  assert.equal(
    await statusOf(
      openBrowser(parley).client.members.acceptInvitation({ token, name: 'Thief', password: 'violet harbour 92' }),
    ),
    403,
  )
}

async function openSession(member: TestMember, person: number): Promise<Session> {
  const browser = openBrowser(parley)
  const url = await createSignInLink(parley.app.context, member.userId)
  await browser.client.session.useLink({ token: url.split('=').at(-1)! })
  return { ...browser, person, isOpen: true }
}

/** Changes reach the cache as notifications, so what a session may do is compared until it is right. */
async function check(model: Model): Promise<void> {
  for (const { client, person, isOpen } of model.sessions) {
    const current = model.roles[person]
    const isAllowed = isOpen && current !== undefined
    const expected = [
      isAllowed ? 200 : 401,
      isAllowed ? (current === 'owner' ? 200 : 403) : 401,
      isAllowed ? (['owner', 'editor'].includes(current) ? 422 : 403) : 401,
    ]
    const seen = async () => [
      await statusOf(client.members.list()),
      await statusOf(client.audit.list({ limit: 1 })),
      await statusOf(client.folders.create({ name: '' })),
    ]
    const startedAt = performance.now()
    let statuses = await seen()
    while (JSON.stringify(statuses) !== JSON.stringify(expected) && performance.now() - startedAt < 5_000)
      statuses = await seen()
    assert.deepEqual(statuses, expected, `person ${person}, role ${current}, open ${isOpen}`)
  }
}

it('a random sequence of sign-ins, roles and removals leaves no session with more than its role', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 3, maxLength: 8 }), async (steps) => {
      const account = await parley.createAccount({ balanceUsd: 0 })
      const model = new Model()
      const members: TestMember[] = []
      for (const [person, first] of (['owner', 'editor', 'viewer'] as const).entries()) {
        const member = await signInMember(parley, account.account, first)
        members.push(member)
        model.roles[person] = first
        model.sessions.push({ client: member.client, cookie: member.cookie, person, isOpen: true })
      }
      for (const step of steps) await play(members, model, step)
      await check(model)
    }),
    { numRuns: Number(process.env['OPEN_DOORS_RUNS'] ?? 100) },
  )
})
