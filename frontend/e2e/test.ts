import { type BrowserContext, type Page, type Request, test as base } from '@playwright/test'

/** How many lines of its trail a failed test shows. */
const shownLines = 120

/** Begins the messages in which a page says what is pressed in it. */
const mark = '[trail] '

/** Reports presses in a page, and that it comes into view or leaves it, as messages of its console. */
function reportPresses(begin: string): void {
  const name = (target: EventTarget | null) => (target instanceof Element ? `${target.tagName.toLowerCase()} "${(target.ariaLabel ?? target.textContent).slice(0, 40)}"` : 'the page')
  for (const type of ['mousedown', 'mouseup', 'click', 'keydown', 'visibilitychange']) {
    // eslint-disable-next-line no-console -- the page's only way out that needs no answer
    document.addEventListener(type, event => console.debug(`${begin}${type} ${event instanceof KeyboardEvent ? event.key : ''} at ${name(event.target)}`), true)
  }
}

const pathOf = (url: string) => url.replace(/^https?:\/\/[^/]+/, '')

/** Notes where the pages of a context go, what they are asked and answered, what is pressed in them, and their faults. */
function follow(context: BrowserContext, write: (line: string) => void, number: number): void {
  const pages: Page[] = []
  const note = (page: Page | null, text: string) => {
    if (page && !pages.includes(page)) pages.push(page)
    write(`${number}.${page ? pages.indexOf(page) + 1 : '?'} ${text}`)
  }
  const noteCall = (request: Request, sign: string, version = '') => {
    const path = pathOf(request.url())
    if (path.startsWith('/api/')) note(request.serviceWorker() ? null : request.frame().page(), `${sign} ${request.method()} ${path} ${version}`)
  }
  void context.addInitScript(reportPresses, mark)
  context.on('console', message => {
    const text = message.text()
    if (text.startsWith(mark)) note(message.page(), text.slice(mark.length))
    else if (message.type() === 'error') note(message.page(), text)
  })
  context.on('page', page => page.on('framenavigated', frame => frame === page.mainFrame() && note(page, `at ${pathOf(frame.url())}`)))
  context.on('weberror', error => note(error.page(), error.error().message))
  context.on('request', request => noteCall(request, '>', request.headers()['if-match']))
  context.on('response', response => noteCall(response.request(), `< ${response.status()}`, response.headers().etag))
  context.on('requestfailed', request => noteCall(request, `< ${request.failure()?.errorText ?? 'failed'}`))
}

/** A test that, when it fails, shows the last addresses, presses, requests, answers and faults of its pages. */
export const test = base.extend<{ trail: void }>({
  trail: [
    async ({ browser }, use, info) => {
      const trail: string[] = []
      let contexts = 0
      const began = Date.now()
      const begin = (context: BrowserContext) => follow(context, line => trail.push(`${((Date.now() - began) / 1000).toFixed(2)} s, ${line}`), ++contexts)
      browser.on('context', begin)
      await use()
      browser.off('context', begin)
      if (info.status !== info.expectedStatus) process.stdout.write([`the pages of "${info.title}" (context.page):`, ...trail.slice(-shownLines), ''].join('\n'))
    },
    { auto: true },
  ],
})
