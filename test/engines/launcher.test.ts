import { openPartner } from '#test/browser/open-partner.ts';
import { type EngineFlow, testInEngines } from '#test/engines/test-in-engines.ts';

const frame = `(document.querySelector('iframe') ?? [...document.querySelectorAll('*')]
  .flatMap((e) => e.shadowRoot ?? []).map((root) => root.querySelector('iframe')).find((e) => e !== null) ?? null)`;

/** Focus moves between documents only now and then by luck, so it is tried some times. */
const opened: EngineFlow = {
  name: 'opening the chat moves the keyboard into it, and Escape moves it back, every time',
  run: async ({ hosted, person, keep }) => {
    const { site } = await openPartner({ hosted });
    await using _ = site;
    await person.window.goTo(site.origin());
    for (let round = 1; round <= 4; round++) {
      await person.click('button', 'Open chat');
      await person.sees(frame);
      await person.window.enter(frame);
      await person.finds('textbox', 'Message');
      await person.sees('document.hasFocus()');
      await person.window.type('a b');
      await person.sees("document.querySelector('.composer textarea').value.endsWith('a b')");
      await keep(`launcher-open-${round}`);
      await person.press('Escape');
      await person.window.enter(null);
      await person.sees('!Parley.isOpen');
      await person.seesFocusOn('Open chat');
    }
  },
};

const asked: EngineFlow = {
  name: 'a question in the frame is answered, on a phone too',
  run: async ({ hosted, person, keep }) => {
    const { site } = await openPartner({ hosted });
    await using _ = site;
    await person.window.resize(450, 844);
    await person.window.goTo(site.origin());
    await person.click('button', 'Open chat');
    await person.sees(frame);
    await person.window.enter(frame);
    await person.ask('What is a tide?');
    await person.seesText('word4');
    await person.finds('button', 'Good answer');
    await keep('launcher-phone');
  },
};

testInEngines('The launcher', [opened, asked]);
