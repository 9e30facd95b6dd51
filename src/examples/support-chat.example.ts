import { assistant, buildExample, probe, replaces, user } from './build-example';

export const example = buildExample({
  id: 'support-chat',
  order: 2,
  title: 'A box with a broken jar',
  about:
    'A customer writes for six days: an allergy she mentions once decides a question about dessert, and her address changes.',
  system: [
    'You are the support assistant of Parsnip & Post, which delivers a weekly box of recipes with all ingredients.',
    'You can see orders, refund up to 40 euros and plan deliveries. Be brief and friendly, and promise nothing you have not checked.',
  ],
  script: [
    user(
      '2026-02-02T18:12:00Z',
      'My box came with a broken jar of pesto, and half of the spinach is soaked in oil. It is order PB-20418.',
    ),
    assistant(
      '2026-02-02T18:13:10Z',
      'I am sorry, that is not how a Monday dinner should begin. I have PB-20418 in front of me: delivered today at 15:40, four recipes for three people. Could you send a photo of the bag? Then I can refund what is spoiled right away, and you need not send anything back.',
    ),
    user(
      '2026-02-02T18:19:00Z',
      'Here is the photo. The glass went through the paper, so I would not eat anything from that bag.',
    ),
    assistant(
      '2026-02-02T18:21:30Z',
      'Neither would I, please throw the whole bag away. I have refunded 11.80 euros to the card you paid with: 4.90 for the pesto, 3.20 for the spinach and 3.70 for the gnocchi that lay beside it. Banks usually need two to three working days.',
    ),
    user(
      '2026-02-02T18:26:00Z',
      'One more thing, and it matters more than the jar. My daughter is allergic to hazelnuts, so never send us a recipe that contains them. The crumble last week did, and I only saw it by chance.',
    ),
    assistant(
      '2026-02-02T18:28:20Z',
      'Thank you for telling me, and I am glad you read the label. The allergy is now on your account, so recipes with hazelnuts are blocked from the next box on. Some of our sauces say "may contain traces of nuts". Should I block those as well?',
    ),
    user(
      '2026-02-02T18:34:00Z',
      'Traces are fine, says her doctor. And please never call me, I work nights and sleep by day. Write an e-mail instead.',
    ),
    assistant(
      '2026-02-02T18:35:15Z',
      'Noted: no phone calls, only e-mail. I have also taken your number off the delivery slip, because drivers like to ring when a bell does not work. Traces stay allowed. Sleep well tomorrow.',
    ),
    user(
      '2026-02-02T18:41:00Z',
      'Ours does not work, as it happens. Deliver the next box to 14 Harbour Street, flat 3, as always. It is the blue door.',
    ),
    assistant(
      '2026-02-02T18:42:40Z',
      'Your next box is planned for Monday 9 February between 15:00 and 17:00, 14 Harbour Street, flat 3. The note for the driver now reads: blue door, bell broken, please knock.',
    ),
    user('2026-02-03T20:05:00Z', 'What is in the box next Monday?'),
    assistant('2026-02-03T20:06:20Z', [
      'Four recipes for three people:',
      '- Red lentil curry with spinach',
      '- Gnocchi with roasted pumpkin and sage',
      '- Fish tacos with lime slaw',
      '- Pear cake with an almond crumble',
      'The curry takes 25 minutes, the cake a little over an hour. You can change recipes until Saturday at noon.',
    ]),
    user('2026-02-03T20:11:00Z', 'Can I swap the fish tacos for something with chicken?'),
    assistant(
      '2026-02-03T20:12:35Z',
      'With pleasure. There are shawarma bowls at the same price, or lemon chicken with orzo, which costs 0.80 euros more for each person because the meat is organic. Both are ready in half an hour. Which would you like?',
    ),
    user(
      '2026-02-04T19:30:00Z',
      'The lemon one. By the way, my refund is not on the card yet. Was it made for the right order?',
    ),
    assistant(
      '2026-02-04T19:32:00Z',
      'It was: 11.80 euros for PB-20418, sent on Monday at 18:21. Today is only the second working day, so it should show tomorrow at the latest. If it does not, write to me and I will trace it with the bank. The lemon chicken is in your box.',
    ),
    user('2026-02-04T19:38:00Z', 'Then why does the next box cost 54.60 euros? It was 52.20 before.'),
    assistant(
      '2026-02-04T19:39:25Z',
      'That is the lemon chicken: three people at 0.80 euros each make 2.40 more. The other three recipes and the delivery cost the same as before. The shawarma bowls would bring you back to 52.20.',
    ),
    user(
      '2026-02-05T07:15:00Z',
      'No, we keep it. A friend gave me the voucher WINTER15. Does it work on a running subscription?',
    ),
    assistant(
      '2026-02-05T07:16:40Z',
      'It does, once. WINTER15 takes 15 percent off a single box, and I have put it on the one of 9 February. The boxes after that have their normal price again.',
    ),
    user('2026-02-05T07:21:00Z', 'How long do the vegetables keep? I rarely cook before Wednesday.'),
    assistant(
      '2026-02-05T07:22:45Z',
      'Cook the curry first: the spinach wants to be used by Wednesday, and so does the chicken unless you freeze it. The pumpkin and the pears are patient and last a week in a cool place.',
    ),
    user(
      '2026-02-05T21:48:00Z',
      'We had a burst pipe and move out tonight. From now on deliver to my sister at 7 Mill Lane, ground floor, instead of Harbour Street.',
    ),
    assistant(
      '2026-02-05T21:50:10Z',
      'Oh no, I hope your things stayed dry. The address on your account is now 7 Mill Lane, ground floor, and it counts for every box until you tell me otherwise. The street is on the same tour, so Monday between 15:00 and 17:00 still holds.',
    ),
    user(
      '2026-02-05T21:57:00Z',
      'She works until six. Can the driver leave the box outside without everything going warm?',
    ),
    assistant(
      '2026-02-05T21:58:30Z',
      'Yes. On winter days the ice packs keep the cold goods below 7 degrees for about six hours. If there is a covered spot, such as a porch, tell me and I will write it on the slip.',
    ),
    user(
      '2026-02-06T08:04:00Z',
      'The porch is fine. But she has no oven, so the pear cake makes no sense. What else do you have for dessert?',
    ),
    assistant('2026-02-06T08:06:50Z', [
      'Two desserts on the list for Monday need only a stove or a fridge, and both suit your daughter:',
      '- Rice pudding with warm sour cherries',
      '- Dark chocolate mousse with orange',
      'I left out the third one, a nougat cream, because its base is hazelnuts.',
    ]),
    user('2026-02-06T08:10:00Z', 'The mousse, please. Does it need a mixer?'),
    assistant(
      '2026-02-06T08:11:20Z',
      'A whisk and five minutes of patience are enough; a mixer only saves your arm. The mousse costs the same as the cake and needs three hours in the fridge before you serve it.',
    ),
    user('2026-02-06T08:16:00Z', 'So what will I pay on Monday, all in all?'),
    assistant(
      '2026-02-06T08:17:30Z',
      '46.41 euros. The box is 54.60 with the lemon chicken, and WINTER15 takes off 15 percent, which is 8.19. We charge the card on the morning of the delivery.',
    ),
    user('2026-02-07T09:22:00Z', 'The tracking page looks wrong. Which address is on the box for Monday?'),
    assistant(
      '2026-02-07T09:25:40Z',
      'Thank you for looking. The label was printed on Wednesday, before you moved, and still had the old flat. I had it made again: 7 Mill Lane, ground floor. The page follows within the hour.',
    ),
    user('2026-02-07T09:31:00Z', 'Does the note for the driver still speak of a blue door?'),
    assistant(
      '2026-02-07T09:32:50Z',
      'It did until a minute ago. Now it reads: leave the box on the porch, nobody home before six. Your number is still not on the slip.',
    ),
    user('2026-02-07T09:40:00Z', 'Please pause the week of 16 February. We will be at my parents.'),
    assistant(
      '2026-02-07T09:41:15Z',
      'Paused, and nothing is charged for that week. The next box after Monday comes on 23 February, to the same address unless you write before the Saturday in between.',
    ),
    user(
      '2026-02-07T09:47:00Z',
      'Last question: if something goes wrong with the delivery on Monday, how will you reach me?',
    ),
  ],
  probes: [
    probe(8, [1, 'a2'], 'It is order PB-20418', 'the order and its refund'),
    probe(14, [3], 'My daughter is allergic to hazelnuts', 'the allergy'),
    probe(17, [12], 'deliver to my sister at 7 Mill Lane, ground floor', 'the new address'),
    probe(20, [4], 'please never call me', 'how she wants to be reached'),
  ],
  supersessions: [replaces(12, 5, 'Harbour Street')],
});
