import { assistant, buildExample, probe, replaces, user } from './build-example';

export const example = buildExample({
  id: 'three-files',
  order: 1,
  title: 'Three files, two days',
  about:
    'A coding session in three files: a rule from turn 3 is needed at turn 30, and a colour changes midway.',
  system: [
    'You are the coding assistant of Fernhill Bikes, a web shop written in Python with Flask.',
    'Make small changes, name the files you touched, and say only what you have run.',
  ],
  script: [
    user(
      '2026-03-10T08:42:00Z',
      'Users are logged out after ten minutes since the deploy on Friday. A session should last 70 minutes. Can you look at auth.py?',
    ),
    assistant('2026-03-10T08:43:20Z', [
      'ACCESS_TTL in auth.py is still 70 minutes, and no other setting shortens a session, so the expiry itself must come out wrong. One thing did change on Friday: the new container image sets TZ=Europe/Berlin, which is one hour ahead of UTC in March. Seventy minutes minus one hour is your ten minutes.',
      'I would read issue_token() next.',
    ]),
    user('2026-03-10T08:51:00Z', 'Why is exp wrong in issue_token()?'),
    assistant('2026-03-10T08:52:10Z', [
      'It mixes two kinds of time:',
      '```python',
      'exp = (datetime.utcnow() + ACCESS_TTL).timestamp()',
      '```',
      'utcnow() returns a value without a zone, and timestamp() then reads it in the zone of the machine. In Berlin the result lies one hour too early. The container that ran until Friday was set to UTC, so the two mistakes cancelled out. datetime.now(timezone.utc) would be right. I have not changed anything yet.',
    ]),
    user(
      '2026-03-10T09:04:00Z',
      'Add logging around the refresh, so that we can prove it on staging. One rule for the whole project: never log customer e-mail addresses. The user id is fine.',
    ),
    assistant('2026-03-10T09:06:30Z', [
      'auth.py now has a logger that records each refresh request with the user id, the issue time, the expiry and the outcome:',
      '```python',
      'log.info("refresh user=%s iat=%s exp=%s outcome=%s", user.id, iat, exp, outcome)',
      '```',
      'Only the id identifies a person. I will keep to that in every module.',
    ]),
    user(
      '2026-03-10T09:31:00Z',
      'The log shows exp in local time: issued 09:28:07 UTC, expires 09:38:07, and it should be 10:38:07. Is that the proof?',
    ),
    assistant('2026-03-10T09:32:05Z', [
      'Yes. The gap is ten minutes, exactly the 70 we ask for minus the Berlin offset. The issue time is right because it comes from time.time(), which never looks at the zone. So only the line in issue_token() is at fault, and tokens that are already out will simply run down.',
    ]),
    user(
      '2026-03-10T09:40:00Z',
      'UTC everywhere in auth.py then, and allow 30 seconds of clock skew between the two app servers.',
    ),
    assistant('2026-03-10T09:44:15Z', [
      'issue_token() and verify_token() both use datetime.now(timezone.utc), and utcnow() is gone from the file. The allowance is one constant:',
      '```python',
      'CLOCK_SKEW_S = 30',
      '```',
      'It applies to exp and to iat. app-1 and app-2 were 4 seconds apart at worst this week, so there is room.',
    ]),
    user(
      '2026-03-10T10:02:00Z',
      'The refresh test fails with a 401 now. Did we break something, or was the test wrong?',
    ),
    assistant('2026-03-10T10:05:40Z', [
      'The test was wrong. test_refresh froze the clock at a noon without a zone, so its token claimed to be issued one hour in the future, and the new check refuses that. I gave the frozen noon tzinfo=timezone.utc. All 14 tests in tests/test_auth.py pass, in Berlin time and in UTC.',
    ]),
    user(
      '2026-03-10T10:14:00Z',
      'Cover an expired refresh token as well. The app needs a code it can act on, not a bare 401.',
    ),
    assistant('2026-03-10T10:18:30Z', [
      'Two new tests. A refresh token one second past the allowance gets a 401 with {"code": "refresh_expired"}, and the app opens the sign-in page instead of trying again. One second inside the allowance still works. 16 tests pass.',
    ]),
    user('2026-03-10T10:33:00Z', 'Summarize the auth fix for the pull request: cause, change, tests.'),
    assistant('2026-03-10T10:35:00Z', [
      '**Sessions last their full 70 minutes again**',
      'Cause: issue_token() read a UTC time in the Berlin zone of the new image, so exp came one hour early.',
      'Change: zone-aware UTC in auth.py, 30 seconds of clock skew, a refresh log by user id.',
      'Tests: the frozen clock has a zone; expired refresh tokens answer refresh_expired. 16 pass.',
    ]),
    user(
      '2026-03-10T10:58:00Z',
      'Some charges time out at noon. The buyer sees an error, but in two of five cases the card was charged. This one is payments.py.',
    ),
    assistant('2026-03-10T11:01:10Z', [
      'An error on screen and money taken means that we stop waiting while the provider carries on. Two suspects: confirm_charge() asks the provider again and again with no deadline of its own, and the database pool has 5 connections while noon brings three times the usual orders.',
      'A trace of one slow checkout would tell them apart.',
    ]),
    user(
      '2026-03-10T12:09:00Z',
      'It hangs in confirm_charge(). The log of one slow request has 10 polls, a second apart, until the gateway cuts us off.',
    ),
    assistant('2026-03-10T12:13:45Z', [
      'So the gateway decides when we give up, after 10 seconds, and the order is left in between. confirm_charge() now has a total deadline of 8 seconds:',
      '```python',
      'while not charge.settled and monotonic() < deadline:',
      '    sleep(1.0)',
      '    charge = provider.get(charge.id)',
      '```',
      'After that the order is marked pending, the buyer reads "We are confirming your payment", and the webhook settles it. payments.py logs each poll with the order number and the outcome.',
    ]),
    user(
      '2026-03-10T12:31:00Z',
      'Retry a charge at most three times, and every retry must be idempotent. Nobody may ever pay twice.',
    ),
    assistant('2026-03-10T12:36:20Z', [
      'charge() makes at most three attempts, with pauses of 0.5 and 1 second, and sends an Idempotency-Key header with each. It retries only on timeouts and 5xx answers. A declined card is final at once, so the buyer can take another.',
    ]),
    user('2026-03-10T13:02:00Z', 'Make the checkout buttons blue. The grey ones look disabled.'),
    assistant('2026-03-10T13:04:30Z', [
      'Done in checkout.css. The pay, voucher and back buttons share one variable now, --button: #1d4ed8, and white text on it has a contrast of 6.7 to 1.',
    ]),
    user(
      '2026-03-10T13:20:00Z',
      'Is it the same key on every retry? The dashboard of the provider shows two for one order.',
    ),
    assistant('2026-03-10T13:25:10Z', [
      'It was not, and that is my mistake: uuid4() stood inside the loop, so each attempt made a new key. The key is now created once, before the first attempt, and stored with the order. A retry after a restart finds it there. test_one_key_per_order fails on the old code and passes on the new.',
    ]),
    user('2026-03-10T13:58:00Z', 'Still times out in staging with 40 buyers at once. Is it the pool size?'),
    assistant('2026-03-10T14:04:40Z', [
      'Yes. Each waiting checkout keeps its database connection while it polls, so with 5 connections the other 35 queue. Two changes: the connection goes back to the pool before polling starts, and pool_size is 20. Two servers with 20 each stay below the limit of 60 in Postgres. The same load runs without a timeout.',
    ]),
    user(
      '2026-03-10T14:26:00Z',
      'The pool helped. p95 of the checkout is 4.1 seconds now, still slow. What is left?',
    ),
    assistant('2026-03-10T14:33:00Z', [
      'Sleeping. Nine of ten charges settle within 300 milliseconds, but our first look comes after a full second. Polling now starts at 0.1 seconds and doubles up to 1 second; the total of 8 seconds stays. In the same load test p95 falls to 1.2 seconds.',
    ]),
    user(
      '2026-03-10T15:05:00Z',
      'Webhooks arrive too early: their event time lies before our own charge row. Allow the same clock skew as in auth.',
    ),
    assistant('2026-03-10T15:11:30Z', [
      'handle_webhook() imports CLOCK_SKEW_S, so an event may be up to 30 seconds older than our row. If the row does not exist yet, the event is parked and handled as soon as the charge is written. Anything older is refused with a 400.',
    ]),
    user('2026-03-10T15:30:00Z', 'Test a webhook that arrives early, and one that arrives twice.'),
    assistant('2026-03-10T15:38:15Z', [
      'Both are in tests/test_webhooks.py. The early one is parked and settles the order once the row is there. The second copy is answered with 200 and changes nothing, because event ids are unique. Writing them showed that parked events were never deleted; now they are, in the same transaction.',
    ]),
    user(
      '2026-03-10T16:02:00Z',
      'Actually, make the buttons green. Use green for the checkout buttons instead of blue, because buyers take blue for a link.',
    ),
    assistant('2026-03-10T16:04:10Z', [
      'Done in checkout.css: --button: #15803d, a contrast of 5.0 to 1 with white. All three buttons follow, since they share the variable. Links keep their colour.',
    ]),
    user('2026-03-10T16:21:00Z', 'Do refunds follow the same retry rule?'),
    assistant('2026-03-10T16:28:50Z', [
      'They did not. refund() tried five times and made a new key each time, so one return could have been paid out twice. It now goes through the same helper as charge(): three attempts, one key per refund, stored with it. No double refund shows in the records of the last 90 days.',
    ]),
    user('2026-03-10T16:47:00Z', 'Good. Summarize the payments fix for the pull request.'),
    assistant('2026-03-10T16:50:20Z', [
      '**No more timeouts at noon, no double charges**',
      'Cause: checkouts held a connection while polling, the pool had 5, and each retry used a new key.',
      'Change: pool of 20, released before polling; polls from 0.1 seconds, 8 in total; three attempts with one stored key, refunds too; early webhooks are parked.',
      'Result: p95 from 10 to 1.2 seconds with 40 buyers.',
    ]),
    user('2026-03-11T08:36:00Z', 'Fix the typo in the README heading.'),
    assistant('2026-03-11T08:37:05Z', [
      '"Instalation" is now "Installation" in README.md. The table of contents pointed to the old anchor, so I corrected that link too.',
    ]),
    user('2026-03-11T08:44:00Z', 'Bump the version to 2.4.0.'),
    assistant('2026-03-11T08:45:30Z', [
      'pyproject.toml and shop/__init__.py say 2.4.0; the Docker label reads the first of them. I have not set a tag, because the changelog is still missing.',
    ]),
    user('2026-03-11T09:02:00Z', 'Sort the imports under tests/.'),
    assistant('2026-03-11T09:04:45Z', [
      'Eleven files changed, only the order of lines. conftest.py keeps one import last on purpose: it freezes the clock before anything else loads, and a comment there says so now.',
    ]),
    user(
      '2026-03-11T09:20:00Z',
      'Add an export button to the orders page, in the same colour as the other buttons.',
    ),
    assistant('2026-03-11T09:26:10Z', [
      'orders.html has an "Export CSV" button in the green of the checkout. It uses the same variable, which I moved to base.css, so a later change reaches all four. The file holds the rows of the current filter, with dates in ISO form.',
    ]),
    user('2026-03-11T09:51:00Z', 'Turn on the pip cache in CI.'),
    assistant('2026-03-11T09:55:20Z', [
      'ci.yml sets cache: pip in its setup-python step, keyed by the lock file. The first run took 2 minutes 10, the second 48 seconds.',
    ]),
    user('2026-03-11T10:08:00Z', 'Rename cfg to settings in the whole code base.'),
    assistant('2026-03-11T10:13:40Z', [
      '38 places in 12 files. The environment variables keep their names, so no deployment has to change. All 61 tests pass.',
    ]),
    user('2026-03-11T10:25:00Z', 'Remove the legacy login flag. It has been off since November.'),
    assistant('2026-03-11T10:32:30Z', [
      'LEGACY_LOGIN is gone from settings.py, together with the old form, its template and two tests that covered nothing else. Passwords and passkeys work as before. 59 tests pass.',
    ]),
    user('2026-03-11T10:58:00Z', 'Write the changelog entry for both fixes.'),
    assistant('2026-03-11T11:01:15Z', [
      '## 2.4.0',
      '- Sessions last 70 minutes again. A change of time zone had cut them to ten.',
      '- Checkouts at busy hours no longer time out, and no retry can charge or refund twice.',
      '- Orders can be exported as CSV.',
    ]),
    user('2026-03-11T11:24:00Z', 'Pin requests below 3.'),
    assistant('2026-03-11T11:25:40Z', [
      'requirements.in says requests>=2.32,<3. The lock file stays at 2.32.5, and I noted the reason beside the line: our provider client relies on session hooks.',
    ]),
    user(
      '2026-03-11T11:52:00Z',
      'Add a logging helper to utils.py that records every request with the user, the path and the outcome, and use it in auth and payments.',
    ),
  ],
  probes: [
    probe(
      8,
      ['a2', 5, 'a6', 'a7'],
      'the result lies one hour too early',
      'cause, change and tests of the auth fix',
    ),
    probe(16, [5], '30 seconds of clock skew', 'the clock skew that auth allows'),
    probe(19, [11], 'at most three times, and every retry must be idempotent', 'the retry rule for charges'),
    probe(
      20,
      ['a10', 11, 'a13', 'a14', 'a15'],
      'a total deadline of 8 seconds',
      'the parts of the payments fix',
    ),
    probe(24, [18], 'Use green for the checkout buttons instead of blue', 'the colour of the buttons'),
    probe(28, ['a8', 'a20'], 'Sessions last their full 70 minutes again', 'both fixes'),
    probe(30, [3], 'never log customer e-mail addresses', 'the rule about logs'),
  ],
  supersessions: [replaces(18, 12, 'blue')],
});
