// In Chinese: what kept a model from answering, as the client words it in English.
import type { FailureWords } from './failure.ts'

const server = String.raw`(\S+) at (\S+)`
const form = (english: string): RegExp => new RegExp(`^${english}$`, 's')
const unreached = (english: string): RegExp => form(`${server} cannot be reached: ${english}`)

export const failuresZh: FailureWords = {
  kinds: {
    timeout: '超时',
    unreachable: '连不上',
    rateLimited: '受限',
    unavailable: '暂不可用',
    permanent: '要人处理',
    failed: '失败',
    refused: '拒绝',
    unparsable: '无法解析',
    interrupted: '被打断',
  },
  forms: [
    [form('the model did not answer in time'), '模型没有在时限内回答'],
    [form(String.raw`(\S+) did not answer within (\d+) ms`), '$1 在 $2 毫秒内没有回答'],
    [
      unreached(String.raw`DNS found no address for its name \((\w+)\).*`),
      'DNS 查不到 $2 的地址（$3）：改 model.baseUrl，或检查网络',
    ],
    [unreached(String.raw`it refused the connection \((\w+)\).*`), '$2 拒绝连接（$3）：启动它，或改 model.baseUrl'],
    [unreached(String.raw`the network has no way to it \((\w+)\).*`), '网络到不了 $2（$3）：检查网络'],
    [unreached(String.raw`it took no connection in time \((\w+)\).*`), '连接 $2 超时（$3）：检查网络和 model.baseUrl'],
    [
      unreached(String.raw`TLS failed \((\w+)\): its certificate is not trusted.*`),
      '与 $2 的 TLS 失败（$3）：证书不受信任，把签发机构的文件给 NODE_EXTRA_CA_CERTS',
    ],
    [
      unreached(String.raw`TLS failed \((\w+)\): its certificate is not valid today.*`),
      '与 $2 的 TLS 失败（$3）：证书今天无效，换证书或校准时钟',
    ],
    [
      unreached(String.raw`TLS failed \((\w+)\): its certificate is not for \S+:.*`),
      '与 $2 的 TLS 失败（$3）：证书不是给它的，改 model.baseUrl',
    ],
    [unreached(String.raw`TLS failed \((\w+)\).*`), '与 $2 的 TLS 失败（$3）：它说 https 吗？改 model.baseUrl'],
    [form(String.raw`${server} broke off the call(?: \((\w+)\))?`), '$2 中途断开了调用（$3）'],
    [
      form(String.raw`${server} redirects to (.+) \((\d+)\), which is not followed.*`),
      '$2 转到 $3（$4），不跟随：把 model.baseUrl 改成真正回答的地址',
    ],
    [form(String.raw`${server} sent more than (\d+) bytes.*`), '$2 发来超过 $3 字节：这不是回答'],
    [form(String.raw`${server} compressed its answer (\d+) times.*`), '$2 的回答压缩了 $3 层：不读'],
    [form(String.raw`${server} answered in bytes that are no (\S+):.*`), '$2 的回答不是 $3：要发 UTF-8，或写明字符集'],
    [form(String.raw`${server} answered with broken JSON`), '$2 的回答不是完整的 JSON'],
    [
      form(String.raw`the model answered with (\d+) characters, where (\d+) tokens were asked for`),
      '只要 $2 token，模型却写了 $1 个字符',
    ],
    [form(String.raw`${server} is out of quota or rate limited \(429\)`), '$2 的额度用完或限流（429）'],
    [form(String.raw`${server} rejected the API key \((\d+)\).*`), '$2 不认 API 密钥（$3）'],
    [form(String.raw`${server} failed \((\d+)\)`), '$2 出错（$3）'],
  ],
}
