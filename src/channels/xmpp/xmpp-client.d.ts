// The part of @xmpp/client that is used: the package brings no types.
declare module '@xmpp/client' {
  export interface Element {
    name: string
    attrs: Record<string, string | undefined>
    children: (Element | string)[]
    is(name: string, xmlns?: string): boolean
    getChild(name: string, xmlns?: string): Element | undefined
    getChildren(name: string, xmlns?: string): Element[]
    getChildText(name: string, xmlns?: string): string | null
    text(): string
    toString(): string
  }
  export type Child = Element | string | undefined | Child[]
  export function xml(name: string, attrs?: Record<string, string | number | undefined>, ...children: Child[]): Element

  interface Mechanism {
    readonly name: string
    readonly clientFirst: boolean
    challenge(text: string): void
    response(credentials: { username: string; password: string }): Promise<string>
  }
  export interface Entity {
    isSecure(): boolean
  }
  type Authenticate = (
    credentials: { username: string; password: string },
    mechanism: string | undefined,
    userAgent: Element,
  ) => Promise<void>

  export interface Client extends Entity {
    jid: { toString(): string; bare(): { toString(): string } } | null
    status: string
    /** Of TLS it has no `destroy`, and the real one inside. */
    socket: { destroy?(): void; socket?: { destroy(): void; destroyed?: boolean } | null } | null
    parser: object | null
    saslFactory: { _mechs: { name: string }[]; use(name: string, mechanism: new () => Mechanism): void }
    _onData(data: Buffer | string): void
    start(): Promise<unknown>
    stop(): Promise<unknown>
    disconnect(): Promise<unknown>
    send(element: Element): Promise<void>
    on(event: 'error', listener: (error: Error) => void): void
    on(event: 'stanza' | 'nonza' | 'element', listener: (stanza: Element) => void): void
    on(event: 'online' | 'connect' | 'close' | 'disconnect', listener: () => void): void
    reconnect: { stop(): void; delay: number }
    streamManagement: { on(event: 'resumed', listener: () => void): void }
    iqCaller: { request(iq: Element, timeoutMs?: number): Promise<Element> }
    iqCallee: { get(xmlns: string, name: string, answer: (context: { element: Element }) => Element): void }
  }

  export function client(options: {
    service: string
    domain: string
    resource?: string
    credentials: (authenticate: Authenticate, mechanisms: string[], fast: unknown, entity: Entity) => Promise<void>
  }): Client
}
